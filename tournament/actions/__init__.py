"""Every change of what is stored. What follows from each is said here, in this order."""

from tournament.actions.appearance import follow_wishes, follow_wishes_in_club
from tournament.actions.change import AT_THE_END, AT_THE_END_OF_CLUB
from tournament.actions.register import find_lost_persons
from tournament.actions.vouchers import keep_vouchers

AT_THE_END += [find_lost_persons, follow_wishes, keep_vouchers]
AT_THE_END_OF_CLUB += [follow_wishes_in_club]
