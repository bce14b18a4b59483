"""Every change of what is stored. What follows from each change of a tournament is said here, in this order."""

from tournament.actions.change import AT_THE_END
from tournament.actions.register import find_lost_persons
from tournament.actions.vouchers import keep_vouchers

AT_THE_END += [find_lost_persons, keep_vouchers]
