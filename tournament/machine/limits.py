"""Limits on what guests may use of this machine, the same for every process that serves."""

# Forms without a login are short: a name, a password, a score.
GUEST_BODY_BYTES = 64 * 1024
# A form without a file; pasted lists are the longest.
FORM_BYTES = 1024 * 1024
# All fields of a form but its files; the longest is a list of matches, which its preview sends back.
FIELDS_BYTES = 9 * 1024 * 1024
# A form with a file, by the kind of file that the view takes; `takes_files` marks the view. The function that reads the
# file has a lower limit, which leaves room for the rest of the form.
TRANSCRIPT_BYTES = PLAYERS_BYTES = 3 * 1024 * 1024
MATCHES_BYTES = 9 * 1024 * 1024
CLUB_FILE_BYTES = 16 * 1024 * 1024
# A backup of many years.
BACKUP_BYTES = 1024 * 1024 * 1024
# The number of fields of a form; every line of a pasted list comes back with a checkbox.
FORM_FIELDS = 2500
HEADER_BYTES = 32 * 1024
ANSWER_IN_MEMORY_BYTES = 64 * 1024 * 1024

# The threads of the server, and how many of them make files; the others answer requests for pages.
THREADS, FILE_THREADS = 8, 2
# Further threads for what is sent, such as results, where all others answer what is asked.
SENDING_THREADS = 2
# How long what is asked waits for what was just sent.
PRECEDENCE_SECONDS = 0.5

# Windows can watch at most 512 sockets at a time.
CONNECTIONS = 500
# How many of these connections are kept free for the browser on this machine.
OWN_CONNECTIONS = 40
# 250 phones in a hall may share one address, and connect all at once.
UNFINISHED_PER_ADDRESS = 256
# How long to wait on a connection: for its next request, and for the end of a request or a response. A large one gets
# more time, by `BYTES_PER_SECOND`, the speed of a phone at the far end of the Wi-Fi.
PATIENCE_SECONDS = 20
# How long a server that is being stopped waits for responses that are still being sent.
LAST_ANSWERS_SECONDS = 20
BYTES_PER_SECOND = 10_000
# How long a request may wait in all for a database lock, or for a database server that is gone or halted, so that it is
# answered within two seconds; and how long if another request has just waited in vain.
DATABASE_SECONDS, DATABASE_SECONDS_AGAIN = 1.5, 0.1
# After how long a client may try again if the database was busy or unreachable.
RETRY_AFTER_SECONDS = 2
