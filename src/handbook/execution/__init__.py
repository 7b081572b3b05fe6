"""Running the code of pages: which of them are the same program, what each block did, what is compared with it."""
