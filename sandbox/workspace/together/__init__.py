"""The open session shared with others, as their host or as the guest of one of them."""
