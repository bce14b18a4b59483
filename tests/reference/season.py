"""The season and the ratings read a second time, as plainly as the rules are said. Nothing of the program is used.

An evening is a dict: `"rows"`, each with `person`, `place`, `tied_from`, `wins`; `"matches"`, winner and loser.
"""

from fractions import Fraction
from itertools import combinations, permutations, product


def points(evening, rules):
    """By person: what the evening brings."""
    gained = {}
    for row in evening["rows"]:
        if rules["by"] == "place":
            gained[row["person"]] = Fraction(of_place(row["place"], rules))
            if rules["share"]:
                tied = [other["place"] for other in evening["rows"] if other["tied_from"] == row["tied_from"]]
                gained[row["person"]] = Fraction(sum(of_place(place, rules) for place in tied), len(tied))
        elif rules["by"] == "match_wins":
            gained[row["person"]] = Fraction(row["wins"])
        else:
            gained[row["person"]] = Fraction(row["wins"] + 1)
    return gained


def of_place(place, rules):
    table = rules["table"]
    return table[place - 1] if place <= len(table) else table[-1]


def has_won(evening, person, rules):
    row = next(row for row in evening["rows"] if row["person"] == person)
    return (row["tied_from"] if rules["share"] else row["place"]) == 1


def best_total(results, best):
    """The highest sum that so many of the results can give, by trying them all."""
    count = len(results) if best is None else min(best, len(results))
    return max((sum(chosen, Fraction()) for chosen in combinations(results, count)), default=Fraction())


def season(evenings, rules):
    """Rows of (place, person, points), best first; who shares a place in order of number."""
    gained = [points(evening, rules) for evening in evenings]
    everyone = sorted({person for of_evening in gained for person in of_evening})
    results = {person: [of_evening[person] for of_evening in gained if person in of_evening] for person in everyone}
    total = {person: best_total(results[person], rules["best"]) for person in everyone}
    won = {
        person: sum(
            has_won(evening, person, rules)
            for evening, of_evening in zip(evenings, gained, strict=True)
            if person in of_evening
        )
        for person in everyone
    }
    matches = [match for evening in evenings for match in evening["matches"]]

    def is_better(one, other):
        if total[one] != total[other]:
            return total[one] > total[other]
        if won[one] != won[other]:
            return won[one] > won[other]
        mine, theirs = (sorted(results[person], reverse=True) for person in (one, other))
        longest = max(len(mine), len(theirs))
        mine += [0] * (longest - len(mine))
        theirs += [0] * (longest - len(theirs))
        return mine > theirs

    rows = []
    left = set(everyone)
    while left:
        top = {one for one in left if not any(is_better(other, one) for other in left)}
        for sharing in apart(top, matches):
            rank = len(rows) + 1
            rows += [(rank, person, total[person]) for person in sorted(sharing)]
        left -= top
    return rows


def totals(evenings, rules):
    """By person: the points of the season."""
    return {person: points for _place, person, points in season(evenings, rules)}


def ways_to_end(persons, rules, rest):
    """Every way in which the evenings to come can bring somebody points: who comes, who is placed or wins how."""
    one = []
    for rounds in rest:
        here = [[]]
        for count in range(1, len(persons) + 1):
            for there in permutations(persons, count):
                if rules["by"] == "place":
                    here.append(evening_of(there, [0] * count))
                elif list(there) == sorted(there):
                    here += [evening_of(there, wins) for wins in product(range(rounds + 1), repeat=count)]
        one.append([{"rows": rows, "matches": []} for rows in here])
    return product(*one)


def evening_of(there, wins):
    return [
        {"person": person, "place": place, "tied_from": place, "wins": won}
        for place, (person, won) in enumerate(zip(there, wins, strict=True), start=1)
    ]


def can_have_most_points(evenings, rules, rest):
    """Who can have as many points as anybody at the end, by trying every way in which the rest can go."""
    persons = sorted(totals(evenings, rules))
    able = set()
    for ending in ways_to_end(persons, rules, rest):
        ended = totals([*evenings, *ending], rules)
        able |= {person for person in persons if ended[person] == max(ended.values())}
    return able


def apart(equal, matches):
    """The equal ones in places, by their matches with each other, again for those who stay equal."""
    balance = {
        person: sum(winner == person and loser in equal for winner, loser in matches)
        - sum(loser == person and winner in equal for winner, loser in matches)
        for person in equal
    }
    if len(set(balance.values())) == 1:
        return [equal]
    places = []
    for value in sorted(set(balance.values()), reverse=True):
        places += apart({person for person in equal if balance[person] == value}, matches)
    return places


def rating_after(matches, person, start, ramp):
    """Rating and experience of one person after these matches of (winner, loser, length)."""
    ratings, played = {}, {}
    for winner, loser, length in matches:
        difference = ratings.get(winner, start) - ratings.get(loser, start)
        chance = 1 / (10 ** -(difference * length**0.5 / 2000) + 1)
        change = 4 * length**0.5 * (1 - chance)
        ratings[winner] = ratings.get(winner, start) + change * factor(played.get(winner, 0), ramp)
        ratings[loser] = ratings.get(loser, start) - change * factor(played.get(loser, 0), ramp)
        for each in (winner, loser):
            played[each] = played.get(each, 0) + length
    return ratings[person], played[person]


def factor(experience, ramp):
    if ramp == "fibs":
        return max(1, 5 - experience / 100)
    return max(1, 2 - experience / 400) if ramp == "slow" else 1
