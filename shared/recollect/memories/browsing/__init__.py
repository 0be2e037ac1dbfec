"""What people look at: lists of memories (`listing`), and one among its neighbours (`together`)."""
