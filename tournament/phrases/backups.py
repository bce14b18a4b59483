"""Sentences about archives, backups and upgrades."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _, gettext_lazy, ngettext

from tournament.names import isolated
from tournament.phrases.values import enumeration

BACKUP_REFUSALS: dict[str, Any] = {
    "club_file_name": gettext_lazy("The file is damaged: “%(name)s” is no name as it is kept here."),
    "club_file_persons": gettext_lazy("The file is damaged: the persons of tournament %(number)s are not in it."),
    "club_file_season": gettext_lazy("The file is damaged: the season %(name)s cannot be as it stands there."),
    "club_file_matches": gettext_lazy("The file is damaged: the matches %(name)s cannot be as they stand there."),
    "club_file_books": gettext_lazy("The file is damaged: the books of the club cannot be as they stand there."),
    "club_file_number_twice": gettext_lazy("The file is damaged: two vouchers have the number %(number)s."),
    "club_file_notices": gettext_lazy("The file is damaged: it holds two imprints or privacy notices in one language."),
    "club_file_tournament": gettext_lazy("The file is damaged at tournament %(number)s. %(because)s"),
    "file_of_a_club": gettext_lazy("This file holds a whole club. Import it on the settings page of the club."),
    "file_of_a_tournament": gettext_lazy(
        "This file holds one tournament, not a club. Import it from the list of tournaments."
    ),
    "club_changed_since_preview": gettext_lazy(
        "The club has changed since this preview. Nothing has been imported yet: look at it again."
    ),
    "club_person_chosen_twice": gettext_lazy("Two people of the file cannot be one person here: %(name)s."),
    "club_file_players": gettext_lazy("The file is damaged: %(name)s has other players than persons."),
    "archive_of_closed_year": gettext_lazy(
        "%(count)s vouchers in the file are of a year whose books are closed. They can be entered in the books of "
        "%(year)s, under today’s date."
    ),
    "archive_names_forgotten": gettext_lazy(
        "The file names who was erased here: %(erased)s. They would be stored again."
    ),
    "archive_too_large": gettext_lazy("The file is larger than %(megabytes)s MB, too large for an archive."),
    "archive_too_much": gettext_lazy("The file contains more than %(most)s values, too many for an archive."),
    "archive_too_many_keys": gettext_lazy("The file contains an object of more than %(most)s keys."),
    "archive_not_utf8": gettext_lazy("The file is not UTF-8 text (byte %(position)s)."),
    "archive_not_json": gettext_lazy("The file cannot be read as a JSON object (line %(line)s, column %(column)s)."),
    "archive_number_too_long": gettext_lazy("The file contains a number with thousands of digits."),
    "archive_nested_too_deep": gettext_lazy("The file is nested too deeply to be an archive."),
    "archive_wrong_format": gettext_lazy("The format of the file is %(found)s; this program reads “%(expected)s”."),
    "archive_doubled_key": gettext_lazy("%(place)s appears twice."),
    "archive_unknown_key": gettext_lazy("Not part of the format: %(places)s."),
    "archive_missing_key": gettext_lazy("Missing: %(places)s."),
    "archive_key_without_use": gettext_lazy("%(place)s does not belong to the outcome “%(outcome)s”."),
    "archive_not_an_object": gettext_lazy("%(place)s must be an object, not %(value)s."),
    "archive_not_a_list": gettext_lazy("%(place)s must be a list, not %(value)s."),
    "archive_not_a_text": gettext_lazy("%(place)s must be text, not %(value)s."),
    "archive_not_true_or_false": gettext_lazy("%(place)s must be true or false, not %(value)s."),
    "archive_not_a_whole_number": gettext_lazy("%(place)s must be a whole number, not %(value)s."),
    "archive_not_two": gettext_lazy("%(place)s must contain two values; it contains %(count)s."),
    "archive_out_of_range": gettext_lazy("%(place)s is %(value)s, but must be between %(least)s and %(most)s."),
    "archive_not_ascending": gettext_lazy("%(place)s must be in ascending order, without duplicates."),
    "archive_not_one_of": gettext_lazy("%(place)s is %(value)s; possible values are: %(choices)s."),
    "archive_text_empty": gettext_lazy("%(place)s is empty."),
    "archive_text_too_long": gettext_lazy("%(place)s is longer than %(longest)s characters."),
    "archive_text_not_composed": gettext_lazy("%(place)s, %(value)s, is not in composed Unicode form (NFC)."),
    "archive_control_character": gettext_lazy(
        "%(place)s contains a character that cannot be displayed: %(character)s."
    ),
    "archive_not_a_date": gettext_lazy("%(place)s is %(value)s, not a date such as 2026-11-20."),
    "archive_too_late": gettext_lazy("%(place)s is %(value)s. Dates up to the year %(year)s are read."),
    "archive_not_a_year_number": gettext_lazy("%(place)s is %(value)s, not the number of a voucher such as 2026-0043."),
    "archive_voucher_counters": gettext_lazy(
        "Voucher %(voucher)s takes back what no other voucher in force has moved in the same way."
    ),
    "archive_not_a_currency": gettext_lazy(
        "%(place)s is %(value)s, not a three-letter currency code in capitals such as EUR."
    ),
    "archive_no_draw_seed": gettext_lazy("Rounds are paired, but the draw seed is missing."),
    "archive_start_number_twice": gettext_lazy("Start number %(player)s is assigned twice."),
    "archive_fee_waived_and_paid": gettext_lazy("Start number %(player)s: the fee is both waived and paid."),
    "archive_rounds_not_in_order": gettext_lazy("Round %(number)s stands where round %(round)s should be."),
    "archive_reason_without_manual": gettext_lazy("Round %(round)s gives a reason but was not changed by hand."),
    "archive_unknown_player": gettext_lazy("Round %(round)s: there is no player with start number %(player)s."),
    "archive_absent_player_paired": gettext_lazy("Round %(round)s: start number %(player)s is paired but absent."),
    "archive_player_twice": gettext_lazy("Round %(round)s: start number %(player)s is paired twice."),
    "archive_present_player_not_paired": gettext_lazy(
        "Round %(round)s: start number %(player)s is present but not in any pairing."
    ),
    "archive_bye_at_a_table": gettext_lazy(
        "Round %(round)s: start number %(player)s has the bye and cannot sit at table %(table)s."
    ),
    "archive_no_table": gettext_lazy("Round %(round)s: the pairing %(first)s – %(second)s has no table."),
    "archive_table_twice": gettext_lazy("Round %(round)s: table %(table)s is assigned twice."),
    "archive_bye_and_opponent": gettext_lazy(
        "Round %(round)s, start number %(player)s: the outcome is “%(outcome)s”, but “bye” must be used "
        "exactly where there is no opponent."
    ),
    "archive_bye_corrected": gettext_lazy(
        "Round %(round)s: the bye of start number %(player)s cannot have an earlier result."
    ),
    "archive_pending_too_early": gettext_lazy(
        "Round %(round)s: the pairing %(first)s – %(second)s has no result, although a later round is paired."
    ),
    "archive_winner_not_in_pairing": gettext_lazy(
        "Round %(round)s: start number %(winner)s cannot win the pairing %(first)s – %(second)s."
    ),
    "archive_was_until": gettext_lazy(
        "Round %(round)s, %(first)s – %(second)s: an earlier result is marked as valid until round "
        "%(until)s; that must be a later round than %(round)s, at most round %(last_round)s."
    ),
    "archive_score": gettext_lazy("Round %(round)s, %(first)s – %(second)s: %(because)s"),
    "archive_not_a_time_of_day": gettext_lazy("%(place)s is %(value)s, not a time of day such as 19:30."),
    "archive_not_a_time": gettext_lazy("%(place)s is %(value)s, not a time in UTC such as 2026-11-20T20:15:03Z."),
    "archive_not_a_paper": gettext_lazy("%(place)s is neither a PDF nor a workbook in base64."),
    "archive_no_amount": gettext_lazy("%(place)s is 0, but a voucher is always for an amount."),
    "archive_fee_steps": gettext_lazy(
        "The fees by number of players must go up from line to line, and the last line must hold for all others (null)."
    ),
    "archive_more_refunded_than_paid": gettext_lazy("Start number %(player)s got back more than was paid."),
    "archive_nothing_owed": gettext_lazy(
        "Start number %(player)s: without a fee nothing is owed, so “fee_paid” has to be true."
    ),
    "archive_fee_paid_and_payments": gettext_lazy(
        "Start number %(player)s: the payments do not come to what “fee_paid” says."
    ),
    "archive_voucher_twice": gettext_lazy("Voucher number %(voucher)s is assigned twice."),
    "archive_voucher_player": gettext_lazy("Voucher %(voucher)s: there is no player with start number %(player)s."),
    "archive_voucher_of_player_in_force": gettext_lazy(
        "Voucher %(voucher)s is not cancelled, so it belongs to the payments of start number %(player)s."
    ),
    "archive_voucher_prize": gettext_lazy("Voucher %(voucher)s does not fit the list of prizes."),
    "archive_hidden_too_early": gettext_lazy("Round %(round)s is hidden, although a later round is paired."),
    "archive_games": gettext_lazy("Round %(round)s, %(first)s – %(second)s: %(because)s"),
    "archive_kept_apart_unknown": gettext_lazy(
        "Start number %(player)s is to be kept apart from somebody, but is not on the list."
    ),
    "archive_kept_apart_rounds": gettext_lazy(
        "%(first)s and %(second)s are kept apart in rounds that cannot be: it begins with the next round at the "
        "latest, after %(paired)s, and ends with a round that was paired."
    ),
    "archive_kept_apart_twice": gettext_lazy("%(first)s and %(second)s are kept apart twice at the same time."),
    "archive_finals_not_in_rules": gettext_lazy(
        "Round %(round)s is one of the finals, but the rules of the tournament have none."
    ),
    "archive_finals_before_swiss": gettext_lazy("Round %(round)s is none of the finals, but stands after one."),
    "archive_finals_too_early": gettext_lazy(
        "Round %(round)s is one of the finals, but %(planned)s rounds are planned before them."
    ),
    "archive_finals_by_hand": gettext_lazy(
        "Round %(round)s is one of the finals, which are never paired by hand nor with the settings of other rounds."
    ),
    "archive_finals_seeds_count": gettext_lazy(
        "Round %(round)s begins the finals; at least 2 and at most %(players)s players have to be in it."
    ),
    "archive_finals_seeds": gettext_lazy(
        "Round %(round)s: the seeds stand with the first round of the finals alone, and are those of its pairings."
    ),
    "archive_finals_bracket": gettext_lazy(
        "Round %(round)s: pairing %(pairing)s of the list is not what the bracket of the finals gives."
    ),
    "archive_finals_not_cut": gettext_lazy(
        "Round %(round)s begins the finals: the rules have to say what was drawn for those who were there, not more."
    ),
    "archive_second_seeds": gettext_lazy(
        "Round %(round)s: the seeds of a consolation of the others stand with the first round of the finals alone; "
        "they are present, and none of the seeds of the finals."
    ),
    "archive_second_ended": gettext_lazy(
        "Round %(round)s: a consolation is ended once at most, in a round of the finals that has one, and no match of "
        "it is open then."
    ),
    "archive_finals_over": gettext_lazy("Round %(round)s: the finals were over before it."),
    "archive_finals_late": gettext_lazy(
        "Round %(round)s: only in the first round of a knock-out evening do latecomers take empty places."
    ),
    "archive_finals_level": gettext_lazy(
        "Round %(round)s, %(first)s – %(second)s: a match of the finals cannot be stopped level."
    ),
    "archive_finals_winner_changed": gettext_lazy(
        "Round %(round)s, %(first)s – %(second)s: by the result since corrected somebody else would have gone on."
    ),
    "archive_gave_up": gettext_lazy(
        "Round %(round)s, %(first)s – %(second)s: of a match given up, the winner has exactly the points of its length."
    ),
    "archive_closed_with_open_matches": gettext_lazy(
        "The tournament is closed, but results of round %(round)s are missing."
    ),
    "snapshot_place_missing": gettext_lazy(
        "No backup in %(folder)s: the folder was not found. If it is on a USB stick, plug the stick in."
    ),
    "snapshot_place_full": gettext_lazy("No backup in %(folder)s: the disk or USB stick is full. Free up space on it."),
    "snapshot_place_read_only": gettext_lazy("No backup in %(folder)s: the folder is not writable."),
    "snapshot_place_slow": gettext_lazy(
        "The backup to %(folder)s is taking a long time; it continues in the background. Leave the USB "
        "stick plugged in."
    ),
    "snapshot_place_silent": gettext_lazy(
        "%(folder)s does not answer. If it is on a network drive, reconnect it; if it is on a USB stick, plug it in "
        "again."
    ),
    "second_place_relative": gettext_lazy(
        "%(folder)s is not a full path. Enter one such as E:\\Backups or /media/stick."
    ),
    "second_place_beside_the_first": gettext_lazy(
        "%(folder)s is in the data folder of the program, where the first location is. Choose a folder on another disk "
        "or on a USB stick."
    ),
    "second_place_missing": gettext_lazy(
        "%(folder)s was not found. Create the folder first; if it is on a USB stick, plug the stick in."
    ),
    "second_place_named_at_start": gettext_lazy(
        "The program was started with a second location (--backup-dir). Start it without one to choose it here."
    ),
    "second_place_elsewhere": gettext_lazy(
        "The second location is chosen in a browser on the computer on which the program runs."
    ),
    "snapshot_place_behind": gettext_lazy("The newest backup is not in %(folder)s yet. Back up now."),
    "snapshot_failed": gettext_lazy("No backup in %(folder)s: %(reason)s."),
    "snapshot_not_readable": gettext_lazy("The backup cannot be read (%(reason)s)."),
    "snapshot_broken": gettext_lazy("This backup is damaged and cannot be read. Try the previous one."),
    "snapshot_foreign": gettext_lazy("This file is a database, but it does not belong to this program."),
    "snapshot_too_much": gettext_lazy(
        "This file contains more than a backup of this program can, and was not imported."
    ),
    "snapshot_reading_another": gettext_lazy(
        "Another backup is being read right now. Try again in a minute; nothing was imported."
    ),
    "snapshot_is_a_dump": gettext_lazy(
        "This backup was made by PostgreSQL's pg_dump and is read by pg_restore, as a whole: pg_restore --clean "
        "--if-exists --no-owner --dbname=NAME %(file)s. To import a single tournament, use its archive."
    ),
    "snapshot_newer": gettext_lazy(
        "This backup was made by a newer version of the program. Update the program, then import the backup."
    ),
    "snapshot_without_own": gettext_lazy("This backup contains no tournaments from this account."),
    "snapshot_nothing_chosen": gettext_lazy("Tick at least one tournament."),
    "snapshot_lacks": gettext_lazy("The backup does not contain %(missing)s. It contains: %(held)s."),
    "snapshots_not_of_this_database": gettext_lazy(
        "No backup: pg_dump is not installed on this computer. Install PostgreSQL's client programs, or use your "
        "database provider's own backups."
    ),
    "nothing_in_folder": gettext_lazy("There is no backup in %(folder)s."),
}

# What the import of an archive changes.

MOST_NAMES = 20


def forgotten_sentence(names: Sequence[str]) -> str:
    """Name erased persons whom the import of an archive would store again; empty if there are none."""
    if not names:
        return ""
    sentence = _("Erased here and named in the file: %(names)s. By the import they are stored again.")
    return sentence % {"names": enumeration(names, MOST_NAMES)}


def books_sentence(takes_books: bool | None) -> str:
    """Say whether the import takes the books in the file; empty if the file has none."""
    if takes_books is None:
        return ""
    if takes_books:
        return _(
            "The books come in too: counted cash, closed years, money put in or taken out, vouchers of deleted"
            " tournaments. Vouchers keep their numbers, and their run goes on."
        )
    return _(
        "This club keeps its own books: counted cash, closed years, money put in or taken out, and vouchers of deleted"
        " tournaments stay in the file. The vouchers of the evenings keep the numbers that are printed on them, and are"
        " in no run here."
    )


def late_sentence(count: int, year: str) -> str:
    """Say how many vouchers of closed years an import enters in the books of the running year."""
    sentence = ngettext(
        "%(count)s voucher in the file is of a year whose books are closed here. It is entered in the books of"
        " %(year)s, under today’s date.",
        "%(count)s vouchers in the file are of years whose books are closed here. They are entered in the books of"
        " %(year)s, under today’s date.",
        count,
    )
    return sentence % {"count": count, "year": year}


def stricter_sentence(names: Sequence[str]) -> str:
    """Name persons who appear with less of their name since an import."""
    sentence = _("By the file these wish to appear with less of their name, on every evening: %(names)s.")
    return sentence % {"names": enumeration(names, MOST_NAMES)}


def similar_sentence(names: Mapping[str, Sequence[str]]) -> str:
    """Name persons who are new since the import, each with the known ones who may be the same."""
    sentence = _("New, but perhaps known under another spelling: %(names)s. If so, merge them in the register.")
    return sentence % {"names": enumeration([f"{name} ({', '.join(names[name])})" for name in names], MOST_NAMES)}


# Backups and their contents.

SNAPSHOT_REASONS = {
    "by-hand": gettext_lazy("manual"),
    "before-upgrade": gettext_lazy("before a program update"),
    "before-round": gettext_lazy("before round %(round)s of %(name)s"),
    "before-deletion": gettext_lazy("before %(name)s was deleted"),
}


def snapshot_reason(reason: str, round_number: int | None, name: str) -> str:
    """Say why a backup was made, with the round or the tournament before whose draw or deletion it was."""
    return str(SNAPSHOT_REASONS[reason]) % {"round": round_number, "name": isolated(name)}


def snapshot_whereabouts(*, is_here: bool, is_in_second_folder: bool) -> str:
    """Say in which of the two locations a backup is."""
    if is_here and is_in_second_folder:
        return _("on this computer and in the second location")
    return _("on this computer") if is_here else _("in the second location")


def drive_label(drive: str, free: str) -> str:
    """Label a drive that can be chosen; `free` is a size with its unit."""
    return _("%(drive)s (%(free)s free)") % {"drive": drive, "free": free}


def held_tournament(name: str, date: str, paired_count: int, planned: int) -> str:
    """Describe a tournament in a backup in one line."""
    facts = {"name": name, "date": date, "paired": paired_count, "planned": planned}
    if not paired_count:
        return _("%(name)s, %(date)s, not drawn yet") % facts
    if not planned:
        return _("%(name)s, %(date)s, knock-out, round %(paired)s") % facts
    return _("%(name)s, %(date)s, round %(paired)s of %(planned)s") % facts


# Upgrades of the database.


def upgrade_sentence(version: str, backup: str) -> str:
    """Say that the database was upgraded to this version; `backup` is the file with the former state, or empty."""
    if not backup:
        return _("The tournaments have been brought to version %(version)s of the program.") % {"version": version}
    return _(
        "The tournaments have been brought to version %(version)s of the program. The backup from before is %(file)s."
    ) % {"version": version, "file": backup}
