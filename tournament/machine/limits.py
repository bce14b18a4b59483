"""How much of this machine a guest may take: numbers alone, the same for every process that serves."""

# What nobody logs in for is short: a name, a password, a score.
GUEST_BODY_BYTES = 64 * 1024
# A form without a file; pasted lists are the longest. A view that takes a file says how much it takes, `takes_files`.
FORM_BYTES = 1024 * 1024
# The fields of a form that are no files: a list of matches comes back from its preview.
FIELDS_BYTES = 9 * 1024 * 1024
# A backup of many years.
BODY_BYTES = 1024 * 1024 * 1024
# Every line of a pasted list comes back with a tick.
FORM_FIELDS = 2500
HEADER_BYTES = 32 * 1024
ANSWER_IN_MEMORY_BYTES = 64 * 1024 * 1024

# Of the threads that answer, so many make files; the others answer pages.
THREADS, FILE_THREADS = 8, 2

# Windows watches 512 sockets at a time and no more.
CONNECTIONS = 500
# Of these, kept free for the browser on this machine itself.
OWN_CONNECTIONS = 40
# A hall of 250 phones may come in by one address, all of them in the same moment.
UNFINISHED_PER_ADDRESS = 256
# How long a connection is waited for: for its next request, and for the end of one that comes in or goes out. What is
# large has longer, at the pace of a phone at the far end of the Wi-Fi.
PATIENCE_SECONDS = 20
# And how long, when the program ends, for what is still to be sent.
LAST_ANSWERS_SECONDS = 20
BYTES_PER_SECOND = 10_000
# When whoever met a database that was busy or away may ask again.
RETRY_AFTER_SECONDS = 2
