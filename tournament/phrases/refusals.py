"""Sentences for refusals: what is wrong, and what to do instead."""

from collections.abc import Callable, Mapping
from typing import Any

from django.utils.formats import date_format
from django.utils.translation import gettext, gettext_lazy as _, ngettext

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
    "not_allowed": _("Only a director can do that."),
    "not_understood": _("The request was not understood. Reload the page and try again."),
    "changed_while_publishing": _("The tournament has just been changed. Try again in a moment."),
    "place_is_no_folder": _("%(folder)s is not a folder."),
    "folder_holds_something_else": _(
        "%(folder)s contains %(file)s, which was not published there. Choose an empty folder or one used"
        " for publishing before."
    ),
    "nobody_ticked": _("Tick at least one entry."),
    "books_keep_name": _("Vouchers still have to keep this name. Tick that it goes from there, too."),
    "not_confirmed": _("Type “%(word)s” to confirm."),
    "invitation_ended": _("This link is no longer valid. Ask the director for the current one."),
    "helper_is_in": _("There is already a helper called %(name)s. Add the first letter of the surname."),
    "no_such_account": _("There is no account with this name."),
    "account_name_taken": _("An account named “%(name)s” already exists."),
    "passwords_at_once": _("Others are logging in right now, so this password was not checked. Try again in a moment."),
    "passwords_too_often": _("Too many wrong passwords. Wait %(wait)s, then try again."),
    "password_changed_meanwhile": _(
        "The password of this account has just been changed elsewhere, so nothing was changed here. Log in again."
    ),
    "link_used": _("This link has already been used or has expired."),
    "notice_is_a_draft": _("Nothing is saved yet. Replace or delete: %(places)s."),
    "notices_changed_meanwhile": _(
        "Someone has changed these texts in the meantime. What is typed here has not been saved. Compare, then save"
        " again."
    ),
    "club_is_gone": _("This club no longer exists."),
    "club_file_name": _("The file is damaged: “%(name)s” is no name as it is kept here."),
    "club_file_persons": _("The file is damaged: the persons of tournament %(number)s are not in it."),
    "club_file_season": _("The file is damaged: the season %(name)s cannot be as it stands there."),
    "club_file_matches": _("The file is damaged: the matches %(name)s cannot be as they stand there."),
    "club_file_books": _("The file is damaged: the books of the club cannot be as they stand there."),
    "club_file_number_twice": _("The file is damaged: two vouchers have the number %(number)s."),
    "club_file_notices": _("The file is damaged: it holds two imprints or privacy notices in one language."),
    "club_file_tournament": _("The file is damaged at tournament %(number)s. %(because)s"),
    "file_of_a_club": _("This file holds a whole club. Import it on the settings page of the club."),
    "file_of_a_tournament": _("This file holds one tournament, not a club. Import it from the list of tournaments."),
    "club_changed_since_preview": _(
        "The club has changed since this preview. Nothing has been imported yet: look at it again."
    ),
    "club_person_chosen_twice": _("Two people of the file cannot be one person here: %(name)s."),
    "upload_is_gone": _("The file is no longer kept here. Choose it again."),
    "club_file_players": _("The file is damaged: %(name)s has other players than persons."),
    "person_is_gone": _("This person is no longer in the register. Search again."),
    "person_is_the_same": _("This is the same person already."),
    "persons_have_met": _("Both played in %(tournament)s, so they are two people."),
    "split_leaves_nobody": _("That is all this person has played. Select fewer evenings."),
    "no_such_club": _("There is no club with the address “%(slug)s”."),
    "club_not_said": _("There are several clubs here. Say which one with --club."),
    "club_address_unusable": _("The address of a club consists of small letters, digits and hyphens."),
    "club_invitation_ended": _(
        "This invitation has been used or withdrawn, or it is older than a week. Ask a director of the club for a new "
        "one."
    ),
    "too_many_invitations": _("%(limit)s invitations are open already. Withdraw one that is not needed any more."),
    "mails_too_often": _("Too many links asked for. Wait %(wait)s, then try again."),
    "names_too_often": _("Too many names tried. Wait %(wait)s, then try again."),
    "account_opens_more": _(
        "The account %(name)s opens more than this club, so the club makes no link for it. Whoever runs the "
        "installation can make one."
    ),
    "last_director_stays": _("A club needs a director. Let another account direct it first."),
    "club_name_needed": _("The club has a name already and keeps one. Enter it."),
    "tournament_is_gone": _("This tournament has been deleted."),
    "tournament_is_closed": _("The tournament is closed. Reopen it to make changes."),
    "rules_stand_once_drawn": _("The match and how its points count cannot be changed once round 1 has been drawn."),
    "fewer_rounds_than_paired": _("%(paired)s rounds are already paired, so %(rounds)s would be too few."),
    "rounds_too_many": _("At most %(most)s rounds are possible."),
    "club_is_not_public": _("The club has no public pages yet. Enter its name in its settings."),
    "fee_too_high": _(
        "The entry fee can be at most %(limit)s. Another highest entry fee can be entered in the settings of the club."
    ),
    "books_are_closed": _("The books of %(year)s are closed."),
    "year_not_begun": _("The year %(year)s has not begun yet."),
    "year_not_over": _("The year %(year)s is not over yet."),
    "year_not_counted": _("Enter first what was counted at the end of %(year)s."),
    "count_too_early": _("The cash at the end of %(year)s can be counted on %(day)s at the earliest."),
    "difference_unexplained": _("The cash does not agree. Enter why, then close the books."),
    "year_before_is_open": _("Close the year %(year)s first."),
    "year_is_followed": _(
        "The books of %(year)s stay closed: those of a later year are closed, or a later voucher reverses one of"
        " theirs."
    ),
    "cash_text_empty": _("Enter what the money is for."),
    "cash_day_not_running": _("Choose a day of the running year, from %(first)s to %(last)s."),
    "cash_day_not_understood": _("Enter the day as a date."),
    "cash_is_gone": _("This entry is not there any more."),
    "cash_out_of_range": _("An amount can be at most %(limit)s, and more than nothing where money moves."),
    "year_is_closed": _(
        "The books of %(year)s are closed: this evening takes no more payments, prizes or costs. Enter the money in the"
        " club’s cash instead, as an entry of the running year."
    ),
    "booking_asked": _(
        "The books of %(closed)s are closed. A correction books something in the running year and is asked about first."
    ),
    "day_of_closed_year": _(
        "The books of %(year)s are closed: an evening in them keeps its day, and none with vouchers is moved there."
    ),
    "evening_of_closed_year": _("The books of %(year)s are closed: its evenings cannot be deleted."),
    "practice_stands_once_paid": _("Practice cannot be switched on or off once money has moved."),
    "fee_changed_meanwhile": _("The amount due has changed in the meantime: %(name)s now pays %(amount)s. Tick again."),
    "fees_changed_meanwhile": _("The amount due has changed in the meantime: it is %(amount)s now. Press again."),
    "payment_out_of_range": _("Enter an amount of at most %(most)s."),
    "amount_not_understood": _("Enter the amount with a point or a comma, for example 5.50."),
    "are_kept_apart": _("%(name)s and %(opponent)s are not to be paired with each other."),
    "nobody_called_so": _("Nobody on the list is called “%(name)s” or has this start number."),
    "several_called_so": _("Several on the list are called “%(name)s”. Enter the start number."),
    "kept_apart_from_oneself": _("Choose two different players."),
    "fee_steps_missing": _("Enter the highest number of players for each fee, for example up to 8 players: 9.00."),
    "fee_step_incomplete": _("Each line needs a number of players and a fee."),
    "fee_steps_not_ascending": _("The number of players must go up from line to line."),
    "fee_step_out_of_range": _("The number of players must be between 1 and %(most)s."),
    "fee_for_more_missing": _("Also enter the fee for more than %(players)s players."),
    "fee_steps_stand_once_drawn": _(
        "The fee was fixed when round 1 was drawn. To charge a different fee, change the amount itself."
    ),
    "results_missing": _("Results are still missing: %(tables)s."),
    "prize_place_out_of_range": _("Prizes go to places 1 to %(last)s."),
    "prize_is_there": _("This is already on the list. Enter several of the same on one line, for example “2 cups”."),
    "description_empty": _("Say what was bought."),
    "price_not_understood": _("Enter the price with a point or a comma, for example 12.50; a gift costs 0."),
    "price_too_high": _("The cost can be at most %(limit)s."),
    "shares_are_no_whole": _("The three shares must be whole numbers that add up to 100."),
    "text_too_long": _("This text can have at most %(limit)s characters."),
    "text_unprintable": _("The text contains a character that cannot be printed. Type the text again."),
    "name_empty": _("Enter a name."),
    "name_too_long": _("A name can have at most %(limit)s characters."),
    "club_too_long": _("A club name can have at most %(limit)s characters."),
    "reason_too_long": _("A reason can have at most %(limit)s characters."),
    "name_unprintable": _("The name contains a character that cannot be printed. Type the name again."),
    "name_turned": _("The name contains invisible signs that turn the order of its letters. Type it without them."),
    "name_is_contact": _(
        "“%(text)s” contains an e-mail address, a telephone number or a link, which everyone would see."
        " Type the name or club without it."
    ),
    "name_taken": _("%(name)s is already on the list."),
    "perhaps_known": _("%(name)s may be another spelling of %(others)s. Say whether this is the same person."),
    "joining_is_closed": _("Sign-up is closed at the moment. Please ask the director."),
    "joining_has_ended": _("Round 1 has been drawn, so sign-up is closed."),
    "joining_name_taken": _("%(name)s is already on the list. If this is a different person, please ask the director."),
    "joining_asked_already": _(
        "%(name)s has already signed up. If this is a different person, please ask the director."
    ),
    "joining_too_often_on_a_phone": _(
        "Several people have just signed up on this phone. Wait %(wait)s, or ask the director to add the others."
    ),
    "joining_too_often": _("Many people are signing up right now. Wait %(wait)s, then try again."),
    "joining_too_many_of_a_network": _(
        "Many sign-ups from your internet connection are waiting already. Please ask the director to add you."
    ),
    "joining_is_full": _("Too many sign-ups are waiting for the director. Please try again later."),
    "player_stays_once_drawn": _(
        "Round 1 has been drawn, so %(name)s stays on the list. Choose “Mark as left” instead."
    ),
    "player_has_paid": _("%(name)s has paid %(amount)s. Choose “Mark as left”; then the fee can be refunded."),
    "seed_too_long": _("The dice or words can have at most %(limit)s characters."),
    "seed_unprintable": _("The dice contain a character that cannot be printed. Type the dice again."),
    "round_is_not_next": _("Round %(next)s is the next to be paired, not round %(round)s."),
    "too_few_players": _("At least two players are needed to pair a round."),
    "finals_drawn": _("The finals have been drawn, so no further round is paired before them."),
    "finals_too_early": _("The finals are drawn once all planned rounds have been played."),
    "finals_too_few": _("Finals need at least two players who are here."),
    "finals_over": _("The finals are over: nobody is left to play."),
    "knock_out_without_finals": _("Without finals, a tournament has at least one round."),
    "finals_size": _("The finals are for 2, 4, 8, 16, 32 or 64 players."),
    "finals_lengths": _(
        "Match lengths of the finals are at most %(most)s numbers, the last for the final, and the first two differ."
    ),
    "finals_rest_without_swiss": _("A consolation of the others needs rounds before the finals."),
    "finals_second_players": _("Only a consolation of the others has a number of players of its own."),
    "finals_third_beside_drops": _("With a consolation that losers drop into, there is no match for third place."),
    "finals_drops_of_few": _("A consolation that losers drop into needs finals of at least %(fewest)s players."),
    "finals_third_of_two": _("A match for third place needs finals of at least 4 players."),
    "finals_stand_once_drawn": _(
        "The finals have been drawn, so their size, match length and the number of rounds before them stay as they are."
    ),
    "no_consolation": _("No consolation is being played."),
    "finals_follow_the_seeds": _("Who plays whom in the finals follows from the bracket."),
    "knock_out_has_places": _("The first round has been drawn; so many places are still empty: %(count)s."),
    "finals_take_nobody_in": _("The finals have been drawn, so nobody can join the tournament any more."),
    "finals_need_a_winner": _("A match of the finals needs a winner: a stopped match counts only with somebody ahead."),
    "finals_drawn_on_result": _(
        "Who plays whom later follows from this result. Remove the later rounds first, then correct the result."
    ),
    "too_many_for_rematches": _("Rematches are possible with at most %(most)s players."),
    "rematches_not_needed": _("This round can be paired without a rematch."),
    "pair_met_before": _("Start numbers %(first)s and %(second)s have met before."),
    "bye_met_before": _("Start number %(player)s has had a bye or a win by forfeit before."),
    "changed_since": _("This cannot be undone: it has been changed again since."),
    "something_done_since": _(
        "Something else has changed since then; the foot of the page shows what can be undone now."
    ),
    "round_is_not_last": _("Round %(round)s is not the latest round, so it stays as it is."),
    "round_not_confirmed": _("To remove round %(round)s, type its number."),
    "round_has_results": _("Round %(round)s already has results, so its pairings stay as they are."),
    "round_is_paired": _("Round %(round)s is already paired."),
    "round_is_over": _("All matches in round %(round)s are over."),
    "correction_is_the_directors": _("Round %(round)s is over, so only the director can correct it."),
    "round_is_hidden": _("Round %(round)s is still hidden. Release it before entering results."),
    "round_changed_meanwhile": _("Someone has changed round %(round)s in the meantime. Check it again."),
    "evening_without_result": _(
        "Without any result there is nothing to close. Remove round 1, or delete the tournament."
    ),
    "player_is_not_free": _("%(name)s is not free in round %(round)s. Check the pairings again."),
    "bye_is_taken": _("%(name)s has the bye in round %(round)s, and there is only one."),
    "have_met": _("%(name)s and %(opponent)s have already played each other."),
    "has_met_bye": _("%(name)s has already had a bye or a win by forfeit."),
    "pairings_changed_meanwhile": _("Someone has changed the pairings in the meantime. Check them again."),
    "byes_too_many": _("Only one player can have the bye."),
    "bye_not_needed": _("The number of players here is even, so nobody has the bye."),
    "pick_two": _("Tick two players from different tables to swap them."),
    "pick_two_free": _("Tick two unpaired players."),
    "pick_one_free": _("Tick one unpaired player."),
    "not_everyone_once": _("Everyone who is here needs an opponent or the bye."),
    "table_out_of_range": _("The table must be a number from 1 to %(last)s."),
    "table_is_fixed_already": _("Table %(table)s is already reserved for %(name)s."),
    "bye_has_no_result": _("The bye counts automatically; there is no result to enter."),
    "result_incomplete": _("This result is incomplete. Enter it again."),
    "past_result_is_needed": _(
        "Later rounds were paired on the results of round %(round)s, so this result can be corrected but not deleted."
    ),
    "result_entered_meanwhile": _("Someone has entered %(result)s here in the meantime. To correct it, choose again."),
    "result_stands": _(
        "The result is already in: %(what)s. What was tapped here was not saved. If the result is wrong,"
        " please tell the director."
    ),
    "confirmation_stands": _(
        "A confirmation can be taken back for one minute, until somebody has changed the result or the next round is"
        " drawn. The result stays: %(what)s. If it is wrong, please tell the director."
    ),
    "reported_meanwhile": _(
        "Another phone has since reported under this name: %(what)s. What was tapped here was not saved."
        " To correct the report, choose again."
    ),
    "reported_too_often": _("This score has been corrected many times. Wait %(wait)s, or tell the director."),
    "reporting_is_off": _("The director enters the results. Please tell the director the score."),
    "score_not_understood": _("Enter the score as two numbers, for example 3 1 or 3:1."),
    "score_runs_together": _(
        "In a match to %(length)s points, leave a blank or a colon between the two numbers, for example 11 9."
    ),
    "score_surprises": _("%(first)s:%(second)s is unusually high. If it is right, enter it once more."),
    "table_and_score_not_understood": _("Enter the table and the score, for example 5 3 1."),
    "no_such_table": _("Round %(round)s has no table %(table)s."),
    "score_negative": _("Points cannot be negative."),
    "score_two_winners": _(
        "%(first)s:%(second)s is not a possible score: only one player can reach %(length)s points."
    ),
    "score_without_winner": _(
        "%(first)s:%(second)s has no winner: a match is played to %(length)s points. For an unfinished "
        "match, use “Stopped at”."
    ),
    "score_too_high": _("%(first)s:%(second)s is not a possible score: the winner has at most %(highest)s points."),
    "stopped_score_is_final": _("At %(first)s:%(second)s the match is over. Enter it as a result, not as stopped."),
    "score_out_of_reach": _(
        "No games add up to %(first)s:%(second)s in a match to %(length)s points. Check the score."
    ),
    "stopped_score_out_of_reach": _(
        "No games add up to %(first)s:%(second)s in a match to %(length)s points. Check the score."
    ),
    "format_length": _("A match is played to 1 to 25 points."),
    "format_cube_limit": _("The cube goes up to 2, 4, 8, 16, 32 or 64."),
    "format_automatic_doubles": _("Equal opening dice can turn the cube three times at most."),
    "format_tavli_single": _("Tavli is three games in turn. Choose a match to at least 2 points."),
    "format_gammons_count": _("In this game a gammon always counts 2."),
    "format_backgammons": _("A backgammon counts 3 only in Backgammon, and only where a gammon counts 2."),
    "format_cube": _("The doubling cube is used in Backgammon only."),
    "format_limit_without_cube": _("Without the doubling cube there is no limit to set."),
    "format_crawford": _("The Crawford rule needs the doubling cube and a match to at least 2 points."),
    "format_jacoby": _("The Jacoby rule is not used in match play. It needs a single game with the cube."),
    "format_beavers": _("Beavers are not used in match play. They need a single game with the cube."),
    "format_automatic_doubles_in_match": _(
        "Automatic doubles are not used in match play. They need a single game with the cube."
    ),
    "format_automatic_doubles_beyond_limit": _("So many automatic doubles would turn the cube beyond its limit."),
    "format_opens_single": _("After a single game there is no next one to open."),
    "format_excess_with_cube": _(
        "With the cube, excess points are counted in single games only: one game could otherwise outweigh all others."
    ),
    "game_after_the_end": _("Game %(game)s comes after the match was decided."),
    "game_without_winner": _("Game %(game)s needs a winner, or it was drawn."),
    "game_drawn": _("Game %(game)s cannot be drawn: only Plakoto can."),
    "game_conceded": _("Game %(game)s was passed or drawn, so nobody gave it up."),
    "game_cube_in_crawford": _("Game %(game)s is the Crawford game: it is played without the cube."),
    "game_without_cube": _("Game %(game)s was played without the doubling cube."),
    "game_cube": _("Game %(game)s has a cube that does not exist or is beyond the limit."),
    "game_automatic": _("Game %(game)s has more automatic doubles than are possible."),
    "game_pass": _("In game %(game)s no double could be refused."),
    "score_is_not_of_the_games": _(
        "The games add up to %(games_first)s:%(games_second)s, not to %(first)s:%(second)s."
    ),
    "gave_up_a_decided_match": _("The games decide the match, so nobody gave it up."),
    "word_not_understood": _("The score sheet does not know this entry. Look at the sheet and enter it again."),
    "clock_not_known": _("Choose a match clock from the list, or none."),
    "clock_out_of_bounds": _(
        "The match clock has 1 to %(reserve)s seconds of reserve and 0 to %(delay)s seconds for a move."
    ),
    "clock_without_seconds": _("Enter the seconds of reserve and for a move, or choose one of the usual clocks."),
    "pairing_is_gone": _("These two do not play each other any more: the pairings have been changed."),
    "bye_has_no_transcript": _("Nobody plays in a bye, so there is no transcript of it."),
    "transcript_of_another_game": _("Transcripts can be read for Backgammon only."),
    "transcript_says_otherwise": _("The transcript has been changed in the meantime. Look at its result again."),
    "transcript_is_gone": _("This transcript has been removed in the meantime."),
    "sheet_has_changed": _(
        "The score sheet stands differently by now. It is shown as it is; what was tapped here was not saved."
    ),
    "sheet_has_its_result": _("The result is already in: %(what)s. Correct it in the round first."),
    "sheet_is_empty": _("Nothing has been entered on this score sheet yet."),
    "refused_before": _("This was refused before and has not been entered. Look at the page, then enter it again."),
    "words_too_often": _("Too many entries in a short time. Wait %(wait)s, then go on."),
    "word_not_possible": _("The match stands differently by now. Look at the sheet and enter it again."),
    "list_file_empty": _("The file is empty."),
    "list_file_too_large": _("The file contains more than %(megabytes)s MB, too much for a list."),
    "list_file_too_long": _("The file has more than %(rows)s rows, too many for a list."),
    "list_file_too_much": _(
        "The file holds more cells or more text than a list has. Leave out columns that are not needed."
    ),
    "list_file_has_password": _("The file is password-protected. Save it without a password."),
    "list_file_broken": _(
        "The file cannot be read as a workbook. Save it again as an Excel workbook (.xlsx) or as CSV."
    ),
    "list_file_unreadable": _("The file is not a table. Use an Excel, LibreOffice or CSV file."),
    "list_file_foreign": _(
        "The file is %(kind)s, not a table. Use an Excel, LibreOffice or CSV file, or copy the names and paste them."
    ),
    "list_line_above": _("stands above the names"),
    "list_line_heading": _("heading"),
    "list_line_title": _("Looks like a title."),
    "list_line_cancelled": _("Looks like a cancellation."),
    "list_line_answer": _("Not ticked because of “%(answer)s”."),
    "list_line_total": _("Looks like a total."),
    "list_line_hidden": _("Hidden in the file."),
    "list_line_no_name": _("Does not look like a name."),
    "list_line_names": _("More than one name? Tick who plays."),
    "list_line_without_name": _("no name"),
    "archive_of_closed_year": _(
        "%(count)s vouchers in the file are of a year whose books are closed. They can be entered in the books of "
        "%(year)s, under today’s date."
    ),
    "archive_names_forgotten": _("The file names who was erased here: %(erased)s. They would be stored again."),
    "archive_too_large": _("The file is larger than %(megabytes)s MB, too large for an archive."),
    "archive_too_much": _("The file contains more than %(most)s values, too many for an archive."),
    "archive_too_many_keys": _("The file contains an object of more than %(most)s keys."),
    "archive_not_utf8": _("The file is not UTF-8 text (byte %(position)s)."),
    "archive_not_json": _("The file cannot be read as a JSON object (line %(line)s, column %(column)s)."),
    "archive_number_too_long": _("The file contains a number with thousands of digits."),
    "archive_nested_too_deep": _("The file is nested too deeply to be an archive."),
    "archive_wrong_format": _("The format of the file is %(found)s; this program reads “%(expected)s”."),
    "archive_doubled_key": _("%(place)s appears twice."),
    "archive_unknown_key": _("Not part of the format: %(places)s."),
    "archive_missing_key": _("Missing: %(places)s."),
    "archive_key_without_use": _("%(place)s does not belong to the outcome “%(outcome)s”."),
    "archive_not_an_object": _("%(place)s must be an object, not %(value)s."),
    "archive_not_a_list": _("%(place)s must be a list, not %(value)s."),
    "archive_not_a_text": _("%(place)s must be text, not %(value)s."),
    "archive_not_true_or_false": _("%(place)s must be true or false, not %(value)s."),
    "archive_not_a_whole_number": _("%(place)s must be a whole number, not %(value)s."),
    "archive_not_two": _("%(place)s must contain two values; it contains %(count)s."),
    "archive_out_of_range": _("%(place)s is %(value)s, but must be between %(least)s and %(most)s."),
    "archive_not_ascending": _("%(place)s must be in ascending order, without duplicates."),
    "archive_not_one_of": _("%(place)s is %(value)s; possible values are: %(choices)s."),
    "archive_text_empty": _("%(place)s is empty."),
    "archive_text_too_long": _("%(place)s is longer than %(longest)s characters."),
    "archive_text_not_composed": _("%(place)s, %(value)s, is not in composed Unicode form (NFC)."),
    "archive_control_character": _("%(place)s contains a character that cannot be displayed: %(character)s."),
    "archive_not_a_date": _("%(place)s is %(value)s, not a date such as 2026-11-20."),
    "archive_too_late": _("%(place)s is %(value)s. Dates up to the year %(year)s are read."),
    "archive_not_a_year_number": _("%(place)s is %(value)s, not the number of a voucher such as 2026-0043."),
    "archive_voucher_counters": _(
        "Voucher %(voucher)s takes back what no other voucher in force has moved in the same way."
    ),
    "archive_not_a_currency": _("%(place)s is %(value)s, not a three-letter currency code in capitals such as EUR."),
    "ranking_unknown": _("%(name)s is no criterion of a ranking. There are: %(choices)s."),
    "ranking_always_there": _(
        "Every ranking begins with the match wins and ends with the lot: leave %(criterion)s out of the list."
    ),
    "ranking_twice": _("The list names %(criterion)s twice."),
    "ranking_head_to_head_not_last": _("Head-to-head stands last in the list."),
    "archive_no_draw_seed": _("Rounds are paired, but the draw seed is missing."),
    "archive_start_number_twice": _("Start number %(player)s is assigned twice."),
    "archive_fee_waived_and_paid": _("Start number %(player)s: the fee is both waived and paid."),
    "archive_rounds_not_in_order": _("Round %(number)s stands where round %(round)s should be."),
    "archive_reason_without_manual": _("Round %(round)s gives a reason but was not changed by hand."),
    "archive_unknown_player": _("Round %(round)s: there is no player with start number %(player)s."),
    "archive_absent_player_paired": _("Round %(round)s: start number %(player)s is paired but absent."),
    "archive_player_twice": _("Round %(round)s: start number %(player)s is paired twice."),
    "archive_present_player_not_paired": _(
        "Round %(round)s: start number %(player)s is present but not in any pairing."
    ),
    "archive_bye_at_a_table": _(
        "Round %(round)s: start number %(player)s has the bye and cannot sit at table %(table)s."
    ),
    "archive_no_table": _("Round %(round)s: the pairing %(first)s – %(second)s has no table."),
    "archive_table_twice": _("Round %(round)s: table %(table)s is assigned twice."),
    "archive_bye_and_opponent": _(
        "Round %(round)s, start number %(player)s: the outcome is “%(outcome)s”, but “bye” must be used "
        "exactly where there is no opponent."
    ),
    "archive_bye_corrected": _("Round %(round)s: the bye of start number %(player)s cannot have an earlier result."),
    "archive_pending_too_early": _(
        "Round %(round)s: the pairing %(first)s – %(second)s has no result, although a later round is paired."
    ),
    "archive_winner_not_in_pairing": _(
        "Round %(round)s: start number %(winner)s cannot win the pairing %(first)s – %(second)s."
    ),
    "archive_was_until": _(
        "Round %(round)s, %(first)s – %(second)s: an earlier result is marked as valid until round "
        "%(until)s; that must be a later round than %(round)s, at most round %(last_round)s."
    ),
    "archive_score": _("Round %(round)s, %(first)s – %(second)s: %(because)s"),
    "archive_not_a_time_of_day": _("%(place)s is %(value)s, not a time of day such as 19:30."),
    "archive_not_a_time": _("%(place)s is %(value)s, not a time in UTC such as 2026-11-20T20:15:03Z."),
    "archive_not_a_paper": _("%(place)s is neither a PDF nor a workbook in base64."),
    "archive_no_amount": _("%(place)s is 0, but a voucher is always for an amount."),
    "archive_fee_steps": _(
        "The fees by number of players must go up from line to line, and the last line must hold for all others (null)."
    ),
    "archive_more_refunded_than_paid": _("Start number %(player)s got back more than was paid."),
    "archive_nothing_owed": _("Start number %(player)s: without a fee nothing is owed, so “fee_paid” has to be true."),
    "archive_fee_paid_and_payments": _("Start number %(player)s: the payments do not come to what “fee_paid” says."),
    "archive_voucher_twice": _("Voucher number %(voucher)s is assigned twice."),
    "archive_voucher_player": _("Voucher %(voucher)s: there is no player with start number %(player)s."),
    "archive_voucher_of_player_in_force": _(
        "Voucher %(voucher)s is not cancelled, so it belongs to the payments of start number %(player)s."
    ),
    "archive_voucher_prize": _("Voucher %(voucher)s does not fit the list of prizes."),
    "archive_hidden_too_early": _("Round %(round)s is hidden, although a later round is paired."),
    "archive_games": _("Round %(round)s, %(first)s – %(second)s: %(because)s"),
    "archive_kept_apart_unknown": _(
        "Start number %(player)s is to be kept apart from somebody, but is not on the list."
    ),
    "archive_kept_apart_rounds": _(
        "%(first)s and %(second)s are kept apart in rounds that cannot be: it begins with the next round at the "
        "latest, after %(paired)s, and ends with a round that was paired."
    ),
    "archive_kept_apart_twice": _("%(first)s and %(second)s are kept apart twice at the same time."),
    "archive_finals_not_in_rules": _(
        "Round %(round)s is one of the finals, but the rules of the tournament have none."
    ),
    "archive_finals_before_swiss": _("Round %(round)s is none of the finals, but stands after one."),
    "archive_finals_too_early": _(
        "Round %(round)s is one of the finals, but %(planned)s rounds are planned before them."
    ),
    "archive_finals_by_hand": _(
        "Round %(round)s is one of the finals, which are never paired by hand nor with the settings of other rounds."
    ),
    "archive_finals_seeds_count": _(
        "Round %(round)s begins the finals; at least 2 and at most %(players)s players have to be in it."
    ),
    "archive_finals_seeds": _(
        "Round %(round)s: the seeds stand with the first round of the finals alone, and are those of its pairings."
    ),
    "archive_finals_bracket": _(
        "Round %(round)s: pairing %(pairing)s of the list is not what the bracket of the finals gives."
    ),
    "archive_finals_not_cut": _(
        "Round %(round)s begins the finals: the rules have to say what was drawn for those who were there, not more."
    ),
    "archive_second_seeds": _(
        "Round %(round)s: the seeds of a consolation of the others stand with the first round of the finals alone; "
        "they are present, and none of the seeds of the finals."
    ),
    "archive_second_ended": _(
        "Round %(round)s: a consolation is ended once at most, in a round of the finals that has one, and no match of "
        "it is open then."
    ),
    "archive_finals_over": _("Round %(round)s: the finals were over before it."),
    "archive_finals_late": _(
        "Round %(round)s: only in the first round of a knock-out evening do latecomers take empty places."
    ),
    "archive_finals_level": _(
        "Round %(round)s, %(first)s – %(second)s: a match of the finals cannot be stopped level."
    ),
    "archive_finals_winner_changed": _(
        "Round %(round)s, %(first)s – %(second)s: by the result since corrected somebody else would have gone on."
    ),
    "archive_gave_up": _(
        "Round %(round)s, %(first)s – %(second)s: of a match given up, the winner has exactly the points of its length."
    ),
    "archive_closed_with_open_matches": _("The tournament is closed, but results of round %(round)s are missing."),
    "snapshot_place_missing": _(
        "No backup in %(folder)s: the folder was not found. If it is on a USB stick, plug the stick in."
    ),
    "snapshot_place_full": _("No backup in %(folder)s: the disk or USB stick is full. Free up space on it."),
    "snapshot_place_read_only": _("No backup in %(folder)s: the folder is not writable."),
    "snapshot_place_slow": _(
        "The backup to %(folder)s is taking a long time; it continues in the background. Leave the USB "
        "stick plugged in."
    ),
    "snapshot_place_silent": _(
        "%(folder)s does not answer. If it is on a network drive, reconnect it; if it is on a USB stick, plug it in "
        "again."
    ),
    "second_place_relative": _("%(folder)s is not a full path. Enter one such as E:\\Backups or /media/stick."),
    "second_place_beside_the_first": _(
        "%(folder)s is in the data folder of the program, where the first location is. Choose a folder on another disk "
        "or on a USB stick."
    ),
    "second_place_missing": _(
        "%(folder)s was not found. Create the folder first; if it is on a USB stick, plug the stick in."
    ),
    "second_place_named_at_start": _(
        "The program was started with a second location (--backup-dir). Start it without one to choose it here."
    ),
    "second_place_elsewhere": _(
        "The second location is chosen in a browser on the computer on which the program runs."
    ),
    "snapshot_place_behind": _("The newest backup is not in %(folder)s yet. Back up now."),
    "snapshot_failed": _("No backup in %(folder)s: %(reason)s."),
    "snapshot_not_readable": _("The backup cannot be read (%(reason)s)."),
    "snapshot_broken": _("This backup is damaged and cannot be read. Try the previous one."),
    "snapshot_foreign": _("This file is a database, but it does not belong to this program."),
    "snapshot_too_much": _("This file contains more than a backup of this program can, and was not imported."),
    "snapshot_reading_another": _(
        "Another backup is being read right now. Try again in a minute; nothing was imported."
    ),
    "snapshot_is_a_dump": _(
        "This backup was made by PostgreSQL's pg_dump and is read by pg_restore, as a whole: pg_restore --clean "
        "--if-exists --no-owner --dbname=NAME %(file)s. To import a single tournament, use its archive."
    ),
    "snapshot_newer": _(
        "This backup was made by a newer version of the program. Update the program, then import the backup."
    ),
    "snapshot_without_own": _("This backup contains no tournaments from this account."),
    "snapshot_nothing_chosen": _("Tick at least one tournament."),
    "snapshot_lacks": _("The backup does not contain %(missing)s. It contains: %(held)s."),
    "snapshots_not_of_this_database": _(
        "No backup: pg_dump is not installed on this computer. Install PostgreSQL's client programs, or use your "
        "database provider's own backups."
    ),
    "phone_of_unknown": _(
        "The club knows somebody of this name from other evenings. The director has to say first that it is you."
    ),
    "phone_has_no_rights": _("No phone that signed up reports for %(name)s any more."),
    "nothing_in_folder": _("There is no backup in %(folder)s."),
}


def _plain_value(value: Any) -> Any:
    if isinstance(value, tuple):
        return enumeration([str(item) for item in value])
    if isinstance(value, Refused):
        return refusal_sentence(value)
    return value


_PICTURE = _("a picture (%(kind)s)")
# Names of files that hold no list of players, where the type alone, as in "a TRF file", would say little.
FOREIGN_FILES: dict[str, Any] = {
    **dict.fromkeys(("PNG", "JPEG", "GIF", "BMP", "TIFF", "WebP", "HEIC", "AVIF", "SVG"), _PICTURE),
    "HTML": _("a web page (HTML)"),
    "TRF": _("a tournament report (TRF)"),
    "Word": _("a Word document"),
    "ODT": _("a text document (ODT)"),
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
    """Say what is wrong and at which table, for a page that does not show the table beside the sentence."""
    sentence = refusal_sentence(refused)
    if table is None:
        return sentence
    return gettext("Table %(table)s: %(sentence)s") % {"table": table, "sentence": sentence}


def _not_everyone_once(values: Mapping[str, Any], names: Mapping[int, str]) -> str:
    missing = [names.get(number, str(number)) for number in values["missing"]]
    if not missing:
        return str(REFUSALS["not_understood"])
    sentence = ngettext(
        "%(names)s has neither an opponent nor the bye.",
        "%(names)s have neither an opponent nor the bye.",
        len(missing),
    )
    return sentence % {"names": enumeration(missing)}


def _fee_too_high(values: Mapping[str, Any], names: Mapping[int, str]) -> str:
    if values["limit"] == HIGHEST_BY_THE_RULES:
        under = money(HIGHEST_BY_THE_RULES + 1, values.get("currency", "EUR"))
        return gettext(
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
        return gettext("Someone has deleted this result in the meantime. To enter it, choose again.")
    return str(REFUSALS["result_entered_meanwhile"]) % {"result": results.stored_result_text(values["result"])}


def _no_pairing_without_rematch(values: Mapping[str, Any], names: Mapping[int, str]) -> str:
    group, only = (
        [gettext("the bye") if number is None else names.get(number, str(number)) for number in values[key]]
        for key in ("group", "only")
    )
    if values["group"] == (None,):
        sentence = gettext(
            "Everyone present has already had a bye or a win by forfeit, so there is no pairing without a rematch."
        )
    elif len(group) == 1 and values["apart"]:
        sentence = gettext(
            "%(name)s has already met everyone present, or is not to be paired with them in this tournament, "
            "so there is no pairing without a rematch."
        )
    elif len(group) == 1:
        sentence = gettext("%(name)s has already met everyone present, so there is no pairing without a rematch.")
    elif values["apart"]:
        sentence = gettext(
            "There is no pairing without a rematch: %(names)s cannot all be paired with someone they have not met and "
            "may be paired with in this tournament."
        )
    elif only and len(group) == len(only) + 1:
        # The group has one player more than possible opponents, so no two in it can play each other: all have met.
        sentence = gettext(
            "There is no pairing without a rematch: %(names)s have all met one another, leaving only %(only)s for them."
        )
    else:
        sentence = gettext(
            "There is no pairing without a rematch: %(names)s cannot all be paired with someone they have not met."
        )
    return sentence % {"name": group[0], "names": enumeration(group), "only": enumeration(only)}


def _wishes_in_the_way(values: Mapping[str, Any], names: Mapping[int, str]) -> str:
    pairs = enumeration([" – ".join(names.get(number, str(number)) for number in pair) for pair in values["pairs"]])
    sentence = gettext("This round can be paired only if these meet, who are kept apart: %(pairs)s.")
    return sentence % {"pairs": pairs}


def _days(values: Mapping[str, Any], *names: str) -> dict[str, str]:
    return {name: date_format(values[name], "SHORT_DATE_FORMAT") for name in names}


# For each refusal code a function that puts its values into words: amounts, days, results, waiting times.
WORDED_VALUES: dict[str, Callable[[Mapping[str, Any]], dict[str, str]]] = {
    **dict.fromkeys(
        ("fee_changed_meanwhile", "fees_changed_meanwhile", "player_has_paid"),
        lambda values: {"amount": _money(values, "cents")},
    ),
    **dict.fromkeys(("price_too_high", "cash_out_of_range"), lambda values: {"limit": _money(values, "limit")}),
    "payment_out_of_range": lambda values: {"most": _money(values, "most")},
    "list_file_foreign": lambda values: {"kind": str(FOREIGN_FILES.get(values["kind"], _("a %(kind)s file"))) % values},
    "cash_day_not_running": lambda values: _days(values, "first", "last"),
    "count_too_early": lambda values: _days(values, "day"),
    # A day in numbers could be read as another one.
    **dict.fromkeys(
        ("match_date_impossible", "match_year_doubtful"),
        lambda values: {"date": date_format(values["date"], "DATE_FORMAT")},
    ),
    "match_list_lacks_columns": lambda values: {"columns": seasons.column_names(values["columns"])},
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
    "wishes_in_the_way": _wishes_in_the_way,
    **seasons.SPECIAL_MATCH_LIST_REFUSALS,
    "settings_changed_meanwhile": lambda values, names: " ".join(
        tournaments.settings_changed_sentences(values).values()
    ),
}
