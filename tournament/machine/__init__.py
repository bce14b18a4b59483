"""What the program runs on: this installation, its databases, mails and logins, and what holds for every request."""
