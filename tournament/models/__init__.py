"""The stored models: facts only, with the database's own constraints. Everything derived is computed."""

from tournament.models.accounts import Helper, Invitation
from tournament.models.cash import ClubYear, FeeStep, Prize, Voucher, YearPaper
from tournament.models.clubs import Club, ClubInvitation, ClubNotice, MemberRole, Membership, NoticeText
from tournament.models.journal import JournalLine
from tournament.models.matches import Game, SheetChanges, Transcript
from tournament.models.persons import FULL_NAME, Erasure, Person, Wish, Wished
from tournament.models.players import Absence, Entry, JoinRequest, KeptApart
from tournament.models.results import Report
from tournament.models.rounds import Pairing, PastResult, Round
from tournament.models.seasons import ImportedMatch, MatchImport, Season, SeasonEvening
from tournament.models.tournament import PrintedAddress, Tournament
from tournament.models.words import SaidWord
