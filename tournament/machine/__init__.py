"""The program's environment: this installation, its databases, mails and logins, and middleware for every request."""
