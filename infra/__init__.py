"""Run the functions: on AWS (`aws`) and on a laptop (`local`), with the command line (`cli`)."""
