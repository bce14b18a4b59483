"""Limits on what guests may use of this machine, the same for every process that serves."""

# Forms without a login are short: a name, a password, a score.
GUEST_BODY_BYTES = 64 * 1024
# A form without a file; pasted lists are the longest. A view that takes a file sets its own limit by `takes_files`.
FORM_BYTES = 1024 * 1024
# The fields of a form that are no files: a list of matches comes back from its preview.
FIELDS_BYTES = 9 * 1024 * 1024
# A backup of many years.
BODY_BYTES = 1024 * 1024 * 1024
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
# When a client may try again after the database was busy or away.
RETRY_AFTER_SECONDS = 2
