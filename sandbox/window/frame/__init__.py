"""The frame around the features: their list, the menus, the layout of the panels, cards and bars."""
