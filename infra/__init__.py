"""Where the functions run: on AWS and on a laptop."""
