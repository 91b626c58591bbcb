"""What holds the features together: the list of them, the menus, the layout of the panels, cards and bars."""
