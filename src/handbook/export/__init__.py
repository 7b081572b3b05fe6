"""What readers take away: files made from the handbook."""
