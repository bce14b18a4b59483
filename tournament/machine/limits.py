"""Limits on what guests may use of this machine, the same for every process that serves."""

# Forms without a login are short: a name, a password, a score.
GUEST_BODY_BYTES = 64 * 1024
# A form without a file; pasted lists are the longest.
FORM_BYTES = 1024 * 1024
# The fields of a form that are no files: a list of matches comes back from its preview.
FIELDS_BYTES = 9 * 1024 * 1024
# A form with a file, by what the address takes; `takes_files` marks the view. Whoever reads the file has a limit of its
# own, which leaves room for the rest of the form.
TRANSCRIPT_BYTES = PLAYERS_BYTES = 3 * 1024 * 1024
MATCHES_BYTES = 9 * 1024 * 1024
CLUB_FILE_BYTES = 16 * 1024 * 1024
# A backup of many years.
BACKUP_BYTES = 1024 * 1024 * 1024
# Every line of a pasted list comes back with a tick.
FORM_FIELDS = 2500
HEADER_BYTES = 32 * 1024
ANSWER_IN_MEMORY_BYTES = 64 * 1024 * 1024

# The threads that answer, and how many of them make files; the others answer pages.
THREADS, FILE_THREADS = 8, 2

# Windows can watch at most 512 sockets at a time.
CONNECTIONS = 500
# Of these connections so many are kept free for the browser on this machine.
OWN_CONNECTIONS = 40
# 250 phones in a hall may share one address, and connect all at once.
UNFINISHED_PER_ADDRESS = 256
# How long to wait for a connection: for its next request, and for the end of a request or an answer. A large one gets
# more time, by `BYTES_PER_SECOND`, the speed of a phone at the far end of the Wi-Fi.
PATIENCE_SECONDS = 20
# How long the program waits at its end for answers that are still being sent.
LAST_ANSWERS_SECONDS = 20
BYTES_PER_SECOND = 10_000
# How long a request may wait for the database in all, for a lock or for a server that is gone or was halted: it is
# answered within two seconds. Where it has just been found out by waiting, nobody waits for as long again.
DATABASE_SECONDS, DATABASE_SECONDS_AGAIN = 1.5, 0.1
# When a client may try again after the database was busy or away.
RETRY_AFTER_SECONDS = 2
