"""What is stored: facts only, with the database's own guards. Everything derived is computed."""

from tournament.models.book import ClubYear, YearPaper
from tournament.models.club import Club, ClubInvitation, MemberRole, Membership
from tournament.models.entry import Absence, Entry
from tournament.models.fee_step import FeeStep
from tournament.models.game import Game
from tournament.models.helper import Helper, Invitation
from tournament.models.imported_match import ImportedMatch, MatchImport
from tournament.models.installation import PrintedAddress
from tournament.models.join_request import JoinRequest
from tournament.models.journal import JournalLine
from tournament.models.notice import ClubNotice, NoticeText
from tournament.models.pairing import Pairing, PastResult
from tournament.models.person import FULL_NAME, Person, Wish, Wished
from tournament.models.prize import Prize
from tournament.models.report import Report
from tournament.models.round import Round
from tournament.models.season import Season, SeasonEvening
from tournament.models.tournament import Tournament
from tournament.models.transcript import Transcript
from tournament.models.voucher import Voucher

__all__ = [
    "FULL_NAME",
    "Absence",
    "Club",
    "ClubInvitation",
    "ClubNotice",
    "ClubYear",
    "Entry",
    "FeeStep",
    "Game",
    "Helper",
    "ImportedMatch",
    "Invitation",
    "JoinRequest",
    "JournalLine",
    "MatchImport",
    "MemberRole",
    "Membership",
    "NoticeText",
    "Pairing",
    "PastResult",
    "Person",
    "PrintedAddress",
    "Prize",
    "Report",
    "Round",
    "Season",
    "SeasonEvening",
    "Tournament",
    "Transcript",
    "Voucher",
    "Wish",
    "Wished",
    "YearPaper",
]
