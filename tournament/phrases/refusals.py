"""Sentences for refusals: what is wrong, and what to do instead."""

from collections.abc import Callable, Mapping
from typing import Any

from django.utils.formats import date_format
from django.utils.translation import gettext as _, gettext_lazy, ngettext

from tournament.engine.refusals import Refused
from tournament.engine.terms import Outcome
from tournament.money.fees import HIGHEST_BY_THE_RULES
from tournament.phrases import board, findings, results, rounds, seasons, tournaments
from tournament.phrases.values import MOST_NAMES, enumeration, length_of_time, money, tables

REFUSALS: dict[str, Any] = {
    **board.BOARD_REFUSALS,
    **findings.TRANSCRIPT_REFUSALS,
    **seasons.MATCH_LIST_REFUSALS,
    **seasons.SEASON_REFUSALS,
    "not_allowed": gettext_lazy("Only a director can do that."),
    "not_understood": gettext_lazy("The request was not understood. Reload the page and try again."),
    "changed_while_publishing": gettext_lazy("The tournament has just been changed. Try again in a moment."),
    "place_is_no_folder": gettext_lazy("%(folder)s is not a folder."),
    "folder_holds_something_else": gettext_lazy(
        "%(folder)s contains %(file)s, which was not published there. Choose an empty folder or one used"
        " for publishing before."
    ),
    "nobody_ticked": gettext_lazy("Tick at least one entry."),
    "books_keep_name": gettext_lazy("Vouchers still have to keep this name. Tick that it goes from there, too."),
    "not_confirmed": gettext_lazy("Type “%(word)s” to confirm."),
    "invitation_ended": gettext_lazy("This link is no longer valid. Ask the director for the current one."),
    "helper_is_in": gettext_lazy("There is already a helper called %(name)s. Add the first letter of the surname."),
    "no_such_account": gettext_lazy("There is no account with this name."),
    "account_name_taken": gettext_lazy("An account named “%(name)s” already exists."),
    "passwords_at_once": gettext_lazy(
        "Others are logging in right now, so this password was not checked. Try again in a moment."
    ),
    "passwords_too_often": gettext_lazy("Too many wrong passwords. Wait %(wait)s, then try again."),
    "password_changed_meanwhile": gettext_lazy(
        "The password of this account has just been changed elsewhere, so nothing was changed here. Log in again."
    ),
    "link_used": gettext_lazy("This link has already been used or has expired."),
    "notice_is_a_draft": gettext_lazy("Nothing is saved yet. Replace or delete: %(places)s."),
    "notices_changed_meanwhile": gettext_lazy(
        "Someone has changed these texts in the meantime. What is typed here has not been saved. Compare, then save"
        " again."
    ),
    "club_is_gone": gettext_lazy("This club no longer exists."),
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
    "upload_is_gone": gettext_lazy("The file is no longer kept here. Choose it again."),
    "club_file_players": gettext_lazy("The file is damaged: %(name)s has other players than persons."),
    "person_is_gone": gettext_lazy("This person is no longer in the register. Search again."),
    "person_is_the_same": gettext_lazy("This is the same person already."),
    "persons_have_met": gettext_lazy("Both played in %(tournament)s, so they are two people."),
    "split_leaves_nobody": gettext_lazy("That is all this person has played. Select fewer evenings."),
    "no_such_club": gettext_lazy("There is no club with the address “%(slug)s”."),
    "club_not_said": gettext_lazy("There are several clubs here. Say which one with --club."),
    "club_address_unusable": gettext_lazy("The address of a club consists of small letters, digits and hyphens."),
    "club_invitation_ended": gettext_lazy(
        "This invitation has been used or withdrawn, or it is older than a week. Ask a director of the club for a new "
        "one."
    ),
    "too_many_invitations": gettext_lazy(
        "%(limit)s invitations are open already. Withdraw one that is not needed any more."
    ),
    "mails_too_often": gettext_lazy("Too many links asked for. Wait %(wait)s, then try again."),
    "names_too_often": gettext_lazy("Too many names tried. Wait %(wait)s, then try again."),
    "account_opens_more": gettext_lazy(
        "The account %(name)s opens more than this club, so the club makes no link for it. Whoever runs the "
        "installation can make one."
    ),
    "last_director_stays": gettext_lazy("A club needs a director. Let another account direct it first."),
    "club_name_needed": gettext_lazy("The club has a name already and keeps one. Enter it."),
    "tournament_is_gone": gettext_lazy("This tournament has been deleted."),
    "tournament_is_closed": gettext_lazy("The tournament is closed. Reopen it to make changes."),
    "rules_stand_once_drawn": gettext_lazy(
        "The match and how its points count cannot be changed once round 1 has been drawn."
    ),
    "fewer_rounds_than_paired": gettext_lazy("%(paired)s rounds are already paired, so %(rounds)s would be too few."),
    "rounds_too_many": gettext_lazy("At most %(most)s rounds are possible."),
    "club_is_not_public": gettext_lazy("The club has no public pages yet. Enter its name in its settings."),
    "fee_too_high": gettext_lazy(
        "The entry fee can be at most %(limit)s. Another highest entry fee can be entered in the settings of the club."
    ),
    "books_are_closed": gettext_lazy("The books of %(year)s are closed."),
    "year_not_begun": gettext_lazy("The year %(year)s has not begun yet."),
    "year_not_over": gettext_lazy("The year %(year)s is not over yet."),
    "year_not_counted": gettext_lazy("Enter first what was counted at the end of %(year)s."),
    "count_too_early": gettext_lazy("The cash at the end of %(year)s can be counted on %(day)s at the earliest."),
    "difference_unexplained": gettext_lazy("The cash does not agree. Enter why, then close the books."),
    "year_before_is_open": gettext_lazy("Close the year %(year)s first."),
    "year_is_followed": gettext_lazy(
        "The books of %(year)s stay closed: those of a later year are closed, or a later voucher reverses one of"
        " theirs."
    ),
    "cash_text_empty": gettext_lazy("Enter what the money is for."),
    "cash_day_not_running": gettext_lazy("Choose a day of the running year, from %(first)s to %(last)s."),
    "cash_day_not_understood": gettext_lazy("Enter the day as a date."),
    "cash_is_gone": gettext_lazy("This entry is not there any more."),
    "cash_out_of_range": gettext_lazy("An amount can be at most %(limit)s, and more than nothing where money moves."),
    "year_is_closed": gettext_lazy(
        "The books of %(year)s are closed: this evening takes no more payments. Money for it can be entered in the "
        "club's cash."
    ),
    "booking_asked": gettext_lazy(
        "The books of %(closed)s are closed. A correction books something in the running year and is asked about first."
    ),
    "day_of_closed_year": gettext_lazy(
        "The books of %(year)s are closed: an evening in them keeps its day, and none with vouchers is moved there."
    ),
    "evening_of_closed_year": gettext_lazy("The books of %(year)s are closed: its evenings cannot be deleted."),
    "practice_stands_once_paid": gettext_lazy("Practice cannot be switched on or off once money has moved."),
    "fee_changed_meanwhile": gettext_lazy(
        "The amount due has changed in the meantime: %(name)s now pays %(amount)s. Tick again."
    ),
    "fees_changed_meanwhile": gettext_lazy(
        "The amount due has changed in the meantime: it is %(amount)s now. Press again."
    ),
    "payment_out_of_range": gettext_lazy("Enter an amount of at most %(most)s."),
    "amount_not_understood": gettext_lazy("Enter the amount with a point or a comma, for example 5.50."),
    "are_kept_apart": gettext_lazy("%(name)s and %(opponent)s are not to be paired with each other."),
    "nobody_called_so": gettext_lazy("Nobody on the list is called “%(name)s” or has this start number."),
    "several_called_so": gettext_lazy("Several on the list are called “%(name)s”. Enter the start number."),
    "kept_apart_from_oneself": gettext_lazy("Choose two different players."),
    "fee_steps_missing": gettext_lazy(
        "Enter the highest number of players for each fee, for example up to 8 players: 9.00."
    ),
    "fee_step_incomplete": gettext_lazy("Each line needs a number of players and a fee."),
    "fee_steps_not_ascending": gettext_lazy("The number of players must go up from line to line."),
    "fee_step_out_of_range": gettext_lazy("The number of players must be between 1 and %(most)s."),
    "fee_for_more_missing": gettext_lazy("Also enter the fee for more than %(players)s players."),
    "fee_steps_stand_once_drawn": gettext_lazy(
        "The fee was fixed when round 1 was drawn. To charge a different fee, change the amount itself."
    ),
    "results_missing": gettext_lazy("Results are still missing: %(tables)s."),
    "prize_place_out_of_range": gettext_lazy("Prizes go to places 1 to %(last)s."),
    "prize_is_there": gettext_lazy(
        "This is already on the list. Enter several of the same on one line, for example “2 cups”."
    ),
    "description_empty": gettext_lazy("Say what was bought."),
    "price_not_understood": gettext_lazy("Enter the price with a point or a comma, for example 12.50; a gift costs 0."),
    "price_too_high": gettext_lazy("The cost can be at most %(limit)s."),
    "shares_are_no_whole": gettext_lazy("The three shares must be whole numbers that add up to 100."),
    "text_too_long": gettext_lazy("This text can have at most %(limit)s characters."),
    "text_unprintable": gettext_lazy("The text contains a character that cannot be printed. Type the text again."),
    "name_empty": gettext_lazy("Enter a name."),
    "name_too_long": gettext_lazy("A name can have at most %(limit)s characters."),
    "club_too_long": gettext_lazy("A club name can have at most %(limit)s characters."),
    "reason_too_long": gettext_lazy("A reason can have at most %(limit)s characters."),
    "name_unprintable": gettext_lazy("The name contains a character that cannot be printed. Type the name again."),
    "name_turned": gettext_lazy(
        "The name contains invisible signs that turn the order of its letters. Type it without them."
    ),
    "name_is_contact": gettext_lazy(
        "“%(text)s” contains an e-mail address, a telephone number or a link, which everyone would see."
        " Type the name or club without it."
    ),
    "name_taken": gettext_lazy("%(name)s is already on the list."),
    "perhaps_known": gettext_lazy(
        "%(name)s may be another spelling of %(others)s. Say whether this is the same person."
    ),
    "joining_is_closed": gettext_lazy("Sign-up is closed at the moment. Please ask the director."),
    "joining_has_ended": gettext_lazy("Round 1 has been drawn, so sign-up is closed."),
    "joining_name_taken": gettext_lazy(
        "%(name)s is already on the list. If this is a different person, please ask the director."
    ),
    "joining_asked_already": gettext_lazy(
        "%(name)s has already signed up. If this is a different person, please ask the director."
    ),
    "joining_too_often_on_a_phone": gettext_lazy(
        "Several people have just signed up on this phone. Wait %(wait)s, or ask the director to add the others."
    ),
    "joining_too_often": gettext_lazy("Many people are signing up right now. Wait %(wait)s, then try again."),
    "joining_is_full": gettext_lazy("Too many sign-ups are waiting for the director. Please try again later."),
    "player_stays_once_drawn": gettext_lazy(
        "Round 1 has been drawn, so %(name)s stays on the list. Choose “Mark as left” instead."
    ),
    "player_has_paid": gettext_lazy(
        "%(name)s has paid %(amount)s. Choose “Mark as left”; then the fee can be refunded."
    ),
    "seed_too_long": gettext_lazy("The dice or words can have at most %(limit)s characters."),
    "seed_unprintable": gettext_lazy("The dice contain a character that cannot be printed. Type the dice again."),
    "round_is_not_next": gettext_lazy("Round %(next)s is the next to be paired, not round %(round)s."),
    "too_few_players": gettext_lazy("At least two players are needed to pair a round."),
    "finals_drawn": gettext_lazy("The finals have been drawn, so no further round is paired before them."),
    "finals_too_early": gettext_lazy("The finals are drawn once all planned rounds have been played."),
    "finals_too_few": gettext_lazy("Finals need at least two players who are here."),
    "finals_over": gettext_lazy("The finals are over: nobody is left to play."),
    "finals_size": gettext_lazy("The finals are for 2, 4, 8 or 16 players."),
    "finals_third_of_two": gettext_lazy("A match for third place needs finals of at least 4 players."),
    "finals_stand_once_drawn": gettext_lazy(
        "The finals have been drawn, so their size, match length and the number of rounds before them stay as they are."
    ),
    "finals_follow_the_seeds": gettext_lazy("Who plays whom in the finals follows from the bracket."),
    "finals_take_nobody_in": gettext_lazy("The finals have been drawn, so nobody can join the tournament any more."),
    "finals_need_a_winner": gettext_lazy(
        "A match of the finals needs a winner: a stopped match counts only with somebody ahead."
    ),
    "finals_drawn_on_result": gettext_lazy(
        "The next round of the finals was drawn on this result, and the correction changes who goes on. "
        "Remove the later rounds first, then correct the result."
    ),
    "rematches_not_needed": gettext_lazy("This round can be paired without a rematch."),
    "changed_since": gettext_lazy("This cannot be undone: it has been changed again since."),
    "something_done_since": gettext_lazy(
        "Something else has changed since then; the foot of the page shows what can be undone now."
    ),
    "round_is_not_last": gettext_lazy("Round %(round)s is not the latest round, so it stays as it is."),
    "round_not_confirmed": gettext_lazy("To remove round %(round)s, type its number."),
    "round_has_results": gettext_lazy("Round %(round)s already has results, so its pairings stay as they are."),
    "round_is_paired": gettext_lazy("Round %(round)s is already paired."),
    "round_is_over": gettext_lazy("All matches in round %(round)s are over."),
    "correction_is_the_directors": gettext_lazy("Round %(round)s is over, so only the director can correct it."),
    "round_is_hidden": gettext_lazy("Round %(round)s is still hidden. Release it before entering results."),
    "round_changed_meanwhile": gettext_lazy("Someone has changed round %(round)s in the meantime. Check it again."),
    "evening_without_result": gettext_lazy(
        "Without any result there is nothing to close. Remove round 1, or delete the tournament."
    ),
    "player_is_not_free": gettext_lazy("%(name)s is not free in round %(round)s. Check the pairings again."),
    "bye_is_taken": gettext_lazy("%(name)s has the bye in round %(round)s, and there is only one."),
    "have_met": gettext_lazy("%(name)s and %(opponent)s have already played each other."),
    "has_met_bye": gettext_lazy("%(name)s has already had a bye or a win by forfeit."),
    "pairings_changed_meanwhile": gettext_lazy("Someone has changed the pairings in the meantime. Check them again."),
    "byes_too_many": gettext_lazy("Only one player can have the bye."),
    "bye_not_needed": gettext_lazy("The number of players here is even, so nobody has the bye."),
    "pick_two": gettext_lazy("Tick two players from different tables to swap them."),
    "pick_two_free": gettext_lazy("Tick two unpaired players."),
    "pick_one_free": gettext_lazy("Tick one unpaired player."),
    "not_everyone_once": gettext_lazy("Everyone who is here needs an opponent or the bye."),
    "table_out_of_range": gettext_lazy("The table must be a number from 1 to %(last)s."),
    "table_is_fixed_already": gettext_lazy("Table %(table)s is already reserved for %(name)s."),
    "bye_has_no_result": gettext_lazy("The bye counts automatically; there is no result to enter."),
    "result_incomplete": gettext_lazy("This result is incomplete. Enter it again."),
    "past_result_is_needed": gettext_lazy(
        "Later rounds were paired on the results of round %(round)s, so this result can be corrected but not deleted."
    ),
    "result_entered_meanwhile": gettext_lazy(
        "Someone has entered %(result)s here in the meantime. To correct it, choose again."
    ),
    "result_stands": gettext_lazy(
        "The result is already in: %(what)s. What was tapped here was not saved. If the result is wrong,"
        " please tell the director."
    ),
    "confirmation_stands": gettext_lazy(
        "A confirmation can be taken back for one minute, until somebody has changed the result or the next round is"
        " drawn. The result stays: %(what)s. If it is wrong, please tell the director."
    ),
    "reported_meanwhile": gettext_lazy(
        "Another phone has since reported under this name: %(what)s. What was tapped here was not saved."
        " To correct the report, choose again."
    ),
    "reported_too_often": gettext_lazy(
        "This score has been corrected many times. Wait %(wait)s, or tell the director."
    ),
    "reporting_is_off": gettext_lazy("The director enters the results. Please tell the director the score."),
    "score_not_understood": gettext_lazy("Enter the score as two numbers, for example 3 1 or 3:1."),
    "score_runs_together": gettext_lazy(
        "In a match to %(length)s points, leave a blank or a colon between the two numbers, for example 11 9."
    ),
    "score_surprises": gettext_lazy("%(first)s:%(second)s is unusually high. If it is right, enter it once more."),
    "table_and_score_not_understood": gettext_lazy("Enter the table and the score, for example 5 3 1."),
    "no_such_table": gettext_lazy("Round %(round)s has no table %(table)s."),
    "score_negative": gettext_lazy("Points cannot be negative."),
    "score_two_winners": gettext_lazy(
        "%(first)s:%(second)s is not a possible score: only one player can reach %(length)s points."
    ),
    "score_without_winner": gettext_lazy(
        "%(first)s:%(second)s has no winner: a match is played to %(length)s points. For an unfinished "
        "match, use “Stopped at”."
    ),
    "score_too_high": gettext_lazy(
        "%(first)s:%(second)s is not a possible score: the winner has at most %(highest)s points."
    ),
    "stopped_score_is_final": gettext_lazy(
        "At %(first)s:%(second)s the match is over. Enter it as a result, not as stopped."
    ),
    "score_out_of_reach": gettext_lazy(
        "No games add up to %(first)s:%(second)s in a match to %(length)s points. Check the score."
    ),
    "stopped_score_out_of_reach": gettext_lazy(
        "No games add up to %(first)s:%(second)s in a match to %(length)s points. Check the score."
    ),
    "format_length": gettext_lazy("A match is played to 1 to 25 points."),
    "format_cube_limit": gettext_lazy("The cube goes up to 2, 4, 8, 16, 32 or 64."),
    "format_automatic_doubles": gettext_lazy("Equal opening dice can turn the cube three times at most."),
    "format_tavli_single": gettext_lazy("Tavli is three games in turn. Choose a match to at least 2 points."),
    "format_gammons_count": gettext_lazy("In this game a gammon always counts 2."),
    "format_backgammons": gettext_lazy("A backgammon counts 3 only in Backgammon, and only where a gammon counts 2."),
    "format_cube": gettext_lazy("The doubling cube is used in Backgammon only."),
    "format_limit_without_cube": gettext_lazy("Without the doubling cube there is no limit to set."),
    "format_crawford": gettext_lazy("The Crawford rule needs the doubling cube and a match to at least 2 points."),
    "format_jacoby": gettext_lazy("The Jacoby rule is not used in match play. It needs a single game with the cube."),
    "format_beavers": gettext_lazy("Beavers are not used in match play. They need a single game with the cube."),
    "format_automatic_doubles_in_match": gettext_lazy(
        "Automatic doubles are not used in match play. They need a single game with the cube."
    ),
    "format_automatic_doubles_beyond_limit": gettext_lazy(
        "So many automatic doubles would turn the cube beyond its limit."
    ),
    "format_opens_single": gettext_lazy("After a single game there is no next one to open."),
    "format_excess_with_cube": gettext_lazy(
        "With the cube, excess points are counted in single games only: one game could otherwise outweigh all others."
    ),
    "game_after_the_end": gettext_lazy("Game %(game)s comes after the match was decided."),
    "game_without_winner": gettext_lazy("Game %(game)s needs a winner, or it was drawn."),
    "game_drawn": gettext_lazy("Game %(game)s cannot be drawn: only Plakoto can."),
    "game_conceded": gettext_lazy("Game %(game)s was passed or drawn, so nobody gave it up."),
    "game_cube_in_crawford": gettext_lazy("Game %(game)s is the Crawford game: it is played without the cube."),
    "game_without_cube": gettext_lazy("Game %(game)s was played without the doubling cube."),
    "game_cube": gettext_lazy("Game %(game)s has a cube that does not exist or is beyond the limit."),
    "game_automatic": gettext_lazy("Game %(game)s has more automatic doubles than are possible."),
    "game_pass": gettext_lazy("In game %(game)s no double could be refused."),
    "score_is_not_of_the_games": gettext_lazy(
        "The games add up to %(games_first)s:%(games_second)s, not to %(first)s:%(second)s."
    ),
    "gave_up_a_decided_match": gettext_lazy("The games decide the match, so nobody gave it up."),
    "word_not_understood": gettext_lazy(
        "The score sheet does not know this entry. Look at the sheet and enter it again."
    ),
    "clock_not_known": gettext_lazy("Choose a match clock from the list, or none."),
    "clock_out_of_bounds": gettext_lazy(
        "The match clock has 1 to %(reserve)s seconds of reserve and 0 to %(delay)s seconds for a move."
    ),
    "clock_without_seconds": gettext_lazy(
        "Enter the seconds of reserve and for a move, or choose one of the usual clocks."
    ),
    "pairing_is_gone": gettext_lazy("These two do not play each other any more: the pairings have been changed."),
    "bye_has_no_transcript": gettext_lazy("Nobody plays in a bye, so there is no transcript of it."),
    "transcript_of_another_game": gettext_lazy("Transcripts can be read for Backgammon only."),
    "transcript_says_otherwise": gettext_lazy(
        "The transcript has been changed in the meantime. Look at its result again."
    ),
    "transcript_is_gone": gettext_lazy("This transcript has been removed in the meantime."),
    "sheet_has_changed": gettext_lazy(
        "The score sheet stands differently by now. It is shown as it is; what was tapped here was not saved."
    ),
    "sheet_has_its_result": gettext_lazy("The result is already in: %(what)s. Correct it in the round first."),
    "sheet_is_empty": gettext_lazy("Nothing has been entered on this score sheet yet."),
    "words_too_often": gettext_lazy("Too many entries in a short time. Wait %(wait)s, then go on."),
    "word_not_possible": gettext_lazy("The match stands differently by now. Look at the sheet and enter it again."),
    "list_file_empty": gettext_lazy("The file is empty."),
    "list_file_too_large": gettext_lazy("The file contains more than %(megabytes)s MB, too much for a list."),
    "list_file_too_long": gettext_lazy("The file has more than %(rows)s rows, too many for a list."),
    "list_file_too_much": gettext_lazy(
        "The file holds more cells or more text than a list has. Leave out columns that are not needed."
    ),
    "list_file_has_password": gettext_lazy("The file is password-protected. Save it without a password."),
    "list_file_broken": gettext_lazy(
        "The file cannot be read as a workbook. Save it again as an Excel workbook (.xlsx) or as CSV."
    ),
    "list_file_unreadable": gettext_lazy("The file is not a table. Use an Excel, LibreOffice or CSV file."),
    "list_file_foreign": gettext_lazy(
        "The file is %(kind)s, not a table. Use an Excel, LibreOffice or CSV file, or copy the names and paste them."
    ),
    "list_file_without_name": gettext_lazy("The file contains no names."),
    "list_line_above": gettext_lazy("stands above the names"),
    "list_line_heading": gettext_lazy("heading"),
    "list_line_title": gettext_lazy("Looks like a title."),
    "list_line_cancelled": gettext_lazy("Looks like a cancellation."),
    "list_line_total": gettext_lazy("Looks like a total."),
    "list_line_hidden": gettext_lazy("Hidden in the file."),
    "list_line_no_name": gettext_lazy("Does not look like a name."),
    "list_line_names": gettext_lazy("More than one name? Tick who plays."),
    "list_line_without_name": gettext_lazy("no name"),
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
    "archive_cube": gettext_lazy("The archive uses the doubling cube, which format 1 does not support."),
    "ranking_unknown": gettext_lazy("%(name)s is no criterion of a ranking. There are: %(choices)s."),
    "ranking_always_there": gettext_lazy(
        "Every ranking begins with the match wins and ends with the lot: leave %(criterion)s out of the list."
    ),
    "ranking_twice": gettext_lazy("The list names %(criterion)s twice."),
    "ranking_head_to_head_not_last": gettext_lazy("Head-to-head stands last in the list."),
    "archive_backgammons_without_gammons": gettext_lazy(
        "Backgammons can count three points only if gammons count two."
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
    "archive_says_nothing": gettext_lazy("%(place)s says what holds without it. Leave it out."),
    "archive_not_a_time": gettext_lazy("%(place)s is %(value)s, not a time in UTC such as 2026-11-20T20:15:03Z."),
    "archive_not_a_paper": gettext_lazy("%(place)s is neither a PDF nor a workbook in base64."),
    "archive_no_amount": gettext_lazy("%(place)s is 0, but a voucher is always for an amount."),
    "archive_fee_steps": gettext_lazy(
        "The fees by number of players must go up from line to line, and the last line must hold for all others (null)."
    ),
    "archive_more_refunded_than_paid": gettext_lazy("Start number %(player)s got back more than was paid."),
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
    "archive_rematches_evenly": gettext_lazy("%(place)s is true, but the round does not allow rematches."),
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
    "archive_finals_over": gettext_lazy("Round %(round)s: the finals were over before it."),
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
    "phone_of_unknown": gettext_lazy(
        "The club knows somebody of this name from other evenings. The director has to say first that it is you."
    ),
    "phone_has_no_rights": gettext_lazy("No phone that signed up reports for %(name)s any more."),
    "nothing_in_folder": gettext_lazy("There is no backup in %(folder)s."),
}


def _plain_value(value: Any) -> Any:
    if isinstance(value, tuple):
        return enumeration([str(item) for item in value])
    if isinstance(value, Refused):
        return refusal_sentence(value)
    return value


_PICTURE = gettext_lazy("a picture (%(kind)s)")
# What a file is that holds no list, where "a TRF file" would say little.
FOREIGN_FILES: dict[str, Any] = {
    **dict.fromkeys(("PNG", "JPEG", "GIF", "BMP", "TIFF", "WebP", "HEIC", "AVIF", "SVG"), _PICTURE),
    "HTML": gettext_lazy("a web page (HTML)"),
    "TRF": gettext_lazy("a tournament report (TRF)"),
    "Word": gettext_lazy("a Word document"),
    "ODT": gettext_lazy("a text document (ODT)"),
}


def refusal_sentence(refused: Refused, names: Mapping[int, str] | None = None) -> str:
    """Say what is wrong and what to do, in one or two sentences; `names` maps start numbers to players."""
    values = rounds.with_round_named(refused.values)
    special = SPECIAL_REFUSALS.get(refused.code)
    if special:
        return special(values, names or {})
    facts = {key: _plain_value(value) for key, value in values.items()}
    if refused.code in WORDED_VALUES:
        facts |= WORDED_VALUES[refused.code](values)
    return str(REFUSALS[refused.code]) % facts


def refusal_at_table(refused: Refused, table: int | None) -> str:
    """The sentence for a page that does not show the table beside it."""
    sentence = refusal_sentence(refused)
    if table is None:
        return sentence
    return _("Table %(table)s: %(sentence)s") % {"table": table, "sentence": sentence}


def _not_everyone_once(values: Mapping[str, Any], names: Mapping[int, str]) -> str:
    missing = [names.get(number, str(number)) for number in values["missing"]]
    if not missing:
        return str(REFUSALS["not_understood"])
    return ngettext(
        "%(names)s has neither an opponent nor the bye.",
        "%(names)s have neither an opponent nor the bye.",
        len(missing),
    ) % {"names": enumeration(missing)}


def _fee_too_high(values: Mapping[str, Any], names: Mapping[int, str]) -> str:
    if values["limit"] == HIGHEST_BY_THE_RULES:
        under = money(HIGHEST_BY_THE_RULES + 1, values.get("currency", "EUR"))
        return _(
            "The entry fee can be at most %(limit)s, as the rules ask for less than %(under)s. Another highest entry"
            " fee can be entered in the settings of the club."
        ) % {"limit": _money(values, "limit"), "under": under}
    return str(REFUSALS["fee_too_high"]) % {"limit": _money(values, "limit")}


def _money(values: Mapping[str, Any], name: str) -> str:
    return money(values[name], values.get("currency", "EUR"))


def _results_missing(values: Mapping[str, Any], names: Mapping[int, str]) -> str:
    if "tables" in values:
        return str(REFUSALS["results_missing"]) % {"tables": tables(values["tables"])}
    pairs = [f"{names.get(first, first)} – {names.get(second, second)}" for first, second in values["missing"]]
    return str(REFUSALS["results_missing"]) % {"tables": enumeration(pairs, MOST_NAMES)}


def _result_entered_meanwhile(values: Mapping[str, Any], names: Mapping[int, str]) -> str:
    if values["result"]["outcome"] == Outcome.PENDING:
        return _("Someone has deleted this result in the meantime. To enter it, choose again.")
    return str(REFUSALS["result_entered_meanwhile"]) % {"result": results.stored_result_text(values["result"])}


def _no_pairing_without_rematch(values: Mapping[str, Any], names: Mapping[int, str]) -> str:
    group = [_("the bye") if number is None else names.get(number, str(number)) for number in values["group"]]
    only = [_("the bye") if number is None else names.get(number, str(number)) for number in values["only"]]
    if values["group"] == (None,):
        return _(
            "Everyone present has already had a bye or a win by forfeit, so there is no pairing without a rematch."
        )
    if len(group) == 1 and values["apart"]:
        return _(
            "%(name)s has already met everyone present, or is not to be paired with them in this tournament, "
            "so there is no pairing without a rematch."
        ) % {"name": group[0]}
    if len(group) == 1:
        return _("%(name)s has already met everyone present, so there is no pairing without a rematch.") % {
            "name": group[0]
        }
    if values["apart"]:
        return _(
            "There is no pairing without a rematch: %(names)s cannot all be paired with someone they have not met and "
            "may be paired with in this tournament."
        ) % {"names": enumeration(group)}
    # With one player more than opponents for them, no two of the group can play each other: all of them have met.
    if only and len(group) == len(only) + 1:
        return _(
            "There is no pairing without a rematch: %(names)s have all met one another, leaving only %(only)s for them."
        ) % {"names": enumeration(group), "only": enumeration(only)}
    return _(
        "There is no pairing without a rematch: %(names)s cannot all be paired with someone they have not met."
    ) % {"names": enumeration(group)}


def _days(values: Mapping[str, Any], *names: str) -> dict[str, str]:
    return {name: date_format(values[name], "SHORT_DATE_FORMAT") for name in names}


def _foreign_kind(values: Mapping[str, Any]) -> dict[str, str]:
    kind = values["kind"]
    return {"kind": str(FOREIGN_FILES.get(kind, gettext_lazy("a %(kind)s file"))) % {"kind": kind}}


# What a sentence says of the values of a refusal: amounts, days, results and times to wait in words.
WORDED_VALUES: dict[str, Callable[[Mapping[str, Any]], dict[str, str]]] = {
    **dict.fromkeys(
        ("fee_changed_meanwhile", "fees_changed_meanwhile", "player_has_paid"),
        lambda values: {"amount": _money(values, "cents")},
    ),
    **dict.fromkeys(("price_too_high", "cash_out_of_range"), lambda values: {"limit": _money(values, "limit")}),
    "payment_out_of_range": lambda values: {"most": _money(values, "most")},
    "list_file_foreign": _foreign_kind,
    "cash_day_not_running": lambda values: _days(values, "first", "last"),
    "count_too_early": lambda values: _days(values, "day"),
    **dict.fromkeys(
        ("result_stands", "confirmation_stands", "sheet_has_its_result", "reported_meanwhile"),
        lambda values: {"what": results.result_line(values)},
    ),
    **dict.fromkeys(
        (
            "passwords_too_often",
            "mails_too_often",
            "names_too_often",
            "joining_too_often_on_a_phone",
            "joining_too_often",
            "reported_too_often",
            "words_too_often",
        ),
        lambda values: {"wait": length_of_time(values["seconds"])},
    ),
}
SPECIAL_REFUSALS: dict[str, Callable[[Mapping[str, Any], Mapping[int, str]], str]] = {
    "fee_too_high": _fee_too_high,
    "not_everyone_once": _not_everyone_once,
    "results_missing": _results_missing,
    "result_entered_meanwhile": _result_entered_meanwhile,
    "no_pairing_without_rematch": _no_pairing_without_rematch,
    **seasons.SPECIAL_MATCH_LIST_REFUSALS,
    "settings_changed_meanwhile": lambda values, names: " ".join(
        tournaments.settings_changed_sentences(values).values()
    ),
}
