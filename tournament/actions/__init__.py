"""Every change of what is stored. What follows from each is said here, in this order."""

from tournament.actions.cash import keep_vouchers
from tournament.actions.change import AT_THE_END, AT_THE_END_OF_CLUB
from tournament.actions.persons import find_lost_persons, follow_wishes, follow_wishes_in_club

AT_THE_END += [find_lost_persons, follow_wishes, keep_vouchers]
AT_THE_END_OF_CLUB += [follow_wishes_in_club]
