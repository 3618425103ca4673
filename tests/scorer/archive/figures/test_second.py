"""Every figure against a second, slow and obvious way to count it."""

from __future__ import annotations

import math
from collections import Counter
from datetime import UTC, datetime, timedelta, timezone

from hypothesis import given, settings
from hypothesis import strategies as st

from scorer.archive import ArchivedGame
from scorer.archive.figures import (
    Choosing,
    Who,
    by_edition,
    by_focus,
    by_section,
    meetings,
    places,
    ratings,
    rivalries,
    years,
)
from scorer.archive.figures.elo import START
from tests.scorer.archive.figures.evenings import EVENINGS

Games = list[ArchivedGame]
#: Every list of games has several of most kinds, so that few of them tell a fault.
few = settings(max_examples=30)


def sitters(game: ArchivedGame) -> list[tuple[Who, str]]:
    """Who sat there, and their name there: seat by seat."""
    found = []
    for entry in game.game["players"]:
        if "bot" in entry:
            found.append((Who(entry["bot"], bot=True), entry["name"]))
        elif entry["name"] != "Player 1":
            found.append((Who(entry["name"].strip().casefold()), entry["name"]))
    return found


def gave_up(game: ArchivedGame) -> set[str]:
    """The names of those who conceded."""
    return {entry["name"] for entry in game.game["players"] if "conceded" in entry}


def finished_by_bots(game: ArchivedGame) -> bool:
    """Whether no person was left to play the game to its end."""
    gone = gave_up(game)
    people = [entry["name"] for entry in game.game["players"] if "bot" not in entry]
    return bool(gone) and gone >= set(people)


def did_better(game: ArchivedGame, one: str, other: str) -> float:
    """1, 1/2 or 0: what ``one`` made of a game against ``other``."""
    tie_is_open = game.result["decided_by"] == "reading" and len(game.result["winners"]) > 1
    won = [] if tie_is_open else game.result["winners"]
    if one in won and other not in won:
        return 1
    if other in won and one not in won:
        return 0
    gone = gave_up(game)
    if (one in gone) != (other in gone):
        return 0 if one in gone else 1
    totals = {player["name"]: 0 if one in gone else player["total"] for player in game.result["players"]}
    if totals[one] == totals[other]:
        return 0.5
    return 1 if totals[one] > totals[other] else 0


@few
@given(EVENINGS)
def test_ratings_are_those_of_every_pair_one_by_one(games: Games) -> None:
    table: dict[Who, float] = {}
    count: Counter[Who] = Counter()
    for game in sorted(games, key=lambda each: (each.played, each.id)):
        there = sitters(game)
        if game.source in ("photo", "typed") and not game.has_record:
            continue
        if game.source == "fort" and not game.has_record:
            continue
        gone = gave_up(game)
        before = {who: table.get(who, 1500) for who, _ in there}
        after = dict(before)
        compared = set()
        for seat, (who, name) in enumerate(there):
            for rival_seat, (rival, rival_name) in enumerate(there):
                if seat == rival_seat or who == rival:
                    continue
                if finished_by_bots(game) and name not in gone and rival_name not in gone:
                    continue
                compared.add(who)
                hoped = 1 / (1 + math.pow(10, (before[rival] - before[who]) / 400))
                after[who] += 32 / (len(there) - 1) * (did_better(game, name, rival_name) - hoped)
        table.update({who: after[who] for who in compared})
        count.update(compared)
    found = ratings(games)
    assert {each.who: each.games for each in found} == dict(count)
    for each in found:
        assert math.isclose(each.rating, table[each.who], abs_tol=1e-6)
    assert [each.rating for each in found] == sorted((each.rating for each in found), reverse=True)


@few
@given(EVENINGS)
def test_what_one_wins_another_loses(games: Games) -> None:
    found = ratings(games)
    assert math.isclose(sum(each.rating for each in found), START * len(found), abs_tol=1e-6)


@few
@given(EVENINGS, st.randoms())
def test_the_order_in_which_games_are_given_does_not_matter(games: Games, chance: object) -> None:
    turned = games[::-1]
    assert ratings(turned) == ratings(games)
    assert rivalries(turned, Who("ana")) == rivalries(games, Who("ana"))


@few
@given(EVENINGS)
def test_two_opponents_are_counted_game_by_game(games: Games) -> None:
    me = Who("ana")
    for rivalry in rivalries(games, me):
        ahead = behind = level = 0
        margins: list[int] = []
        for game in games:
            mine = [name for who, name in sitters(game) if who == me]
            theirs = [name for who, name in sitters(game) if who == rivalry.other]
            if not mine or not theirs:
                continue
            best = theirs[0]
            for name in theirs[1:]:
                if did_better(game, name, best) == 1:
                    best = name
            made = did_better(game, mine[0], best)
            ahead, behind, level = ahead + (made == 1), behind + (made == 0), level + (made == 0.5)
            if not gave_up(game):
                margins.append(game.totals[mine[0]] - game.totals[best])
        assert (rivalry.ahead, rivalry.behind, rivalry.level) == (ahead, behind, level)
        assert rivalry.games == ahead + behind + level > 0
        if rivalry.margin is None:
            assert not margins
        else:
            assert math.isclose(rivalry.margin, sum(margins) / len(margins))


@few
@given(EVENINGS)
def test_two_opponents_by_section_are_the_means_of_their_games(games: Games) -> None:
    kinds = [Choosing(form).of(games) for form in ("B-7c", "S-42a", "fort")]
    for all_met in [met for kind in kinds for met in meetings(kind, Who("ana")).values()]:
        found = by_section(all_met)
        whole = {game.id for game in games if not gave_up(game)}
        met = [each for each in all_met if each.game in whole]
        if not met:
            assert found == {}
            continue
        totals = found.pop("total")
        for side, points in enumerate(([each.mine for each in met], [each.theirs for each in met])):
            for section, means in found.items():
                assert math.isclose(
                    means[side] * len(met), sum(point[section] for point in points), abs_tol=1e-6
                )
            assert math.isclose(totals[side], sum(means[side] for means in found.values()), abs_tol=1e-6)


@few
@given(EVENINGS)
def test_what_i_win_my_opponent_loses(games: Games) -> None:
    people = [who for who in {who for game in games for who, _ in sitters(game)} if not who.bot]
    for one in people:
        for rivalry in rivalries(games, one):
            if rivalry.other.bot:
                continue
            back = next(each for each in rivalries(games, rivalry.other) if each.other == one)
            assert (back.ahead, back.behind, back.level) == (rivalry.behind, rivalry.ahead, rivalry.level)
            if rivalry.margin is None or back.margin is None:
                assert rivalry.margin is back.margin
            else:
                assert math.isclose(back.margin, -rivalry.margin)


@few
@given(EVENINGS)
def test_the_sections_of_a_meeting_are_those_of_the_forms(games: Games) -> None:
    by_id = {game.id: game for game in games}
    for met in meetings(games, Who("bo")).values():
        for each in met:
            columns = by_id[each.game].result["players"]
            assert each.mine in [{part: column[part] for part in each.mine} for column in columns]
            assert each.theirs in [{part: column[part] for part in each.theirs} for column in columns]
            assert sum(each.mine.values()) == 2 * each.mine["total"]


@few
@given(EVENINGS)
def test_editions_and_focuses_are_counted_game_by_game(games: Games) -> None:
    for edition in by_edition(games):
        totals = []
        count = 0
        for game in games:
            if game.source != "fort" and game.result["edition"] == edition.edition and not gave_up(game):
                count += 1
                totals += [player["total"] for player in game.result["players"]]
        assert edition.games == count > 0
        assert math.isclose(edition.mean, sum(totals) / len(totals))
        assert edition.best == max(totals)
    whole = sum(game.source != "fort" and not gave_up(game) for game in games)
    assert sum(each.games for each in by_edition(games)) == whole
    for name in (None, "Ana", "Bo"):
        for category, focus in by_focus(games, name).items():
            seats = won = 0
            for game in games:
                bots = {entry["name"] for entry in game.game["players"] if "bot" in entry}
                for player in game.result["players"]:
                    called = player["name"].strip().casefold()
                    mine = name is None or (called == name.casefold() and player["name"] not in bots)
                    if mine and player.get("focus") == category:
                        seats += 1
                        won += player["name"] in game.winners
            assert (focus.games, focus.wins) == (seats, won)


@few
@given(EVENINGS, st.lists(st.tuples(st.integers(1, 18), st.integers(1, 3)), max_size=6))
def test_locations_are_counted_visit_by_visit(games: Games, told: list[tuple[int, int]]) -> None:
    went = {game.id: Counter(dict(told)) for game in games[::2]}
    found = {each.location: each for each in places(games, went)}
    whole = [game for game in games if not gave_up(game)]
    assert set(found) == (
        {location for location, _ in told} if went.keys() & {g.id for g in whole} else set()
    )
    for location, place in found.items():
        there = [game for game in whole if went.get(game.id, Counter())[location]]
        assert place.games == len(there)
        assert place.sent == sum(went[game.id][location] for game in there)
        bests = [max(player["total"] for player in game.result["players"]) for game in there]
        assert math.isclose(place.best, sum(bests) / len(bests))


@few
@given(
    EVENINGS,
    st.sampled_from([None, "B-7c", "S-42a", "fort"]),
    st.sampled_from([None, "en", "cs"]),
    st.sampled_from([None, 1, 2, 3]),
    st.sampled_from([None, True, False]),
    st.sampled_from([None, 2025, 2026]),
)
def test_only_the_games_that_fit_are_chosen(
    games: Games,
    form: str | None,
    edition: str | None,
    players: int | None,
    screen: bool | None,
    year: int | None,
) -> None:
    since = datetime(year, 1, 1, tzinfo=UTC) if year else None
    until = datetime(year + 1, 1, 1, tzinfo=UTC) if year else None
    choosing = Choosing(form, since, until, edition, players, screen)  # type: ignore[arg-type]
    left = games
    left = [game for game in left if form is None or game.form == form]
    left = [game for game in left if edition is None or game.result.get("edition") == edition]
    left = [game for game in left if players is None or len(game.result["players"]) == players]
    left = [game for game in left if year is None or game.played.year == year]
    here = ("play", "solo")
    left = [game for game in left if screen is None or (game.source in here or game.has_record) == screen]
    assert choosing.of(games) == left
    assert set(years(games, UTC)) == {game.played.year for game in games}


def test_a_year_begins_where_its_players_are() -> None:
    late = datetime(2025, 12, 31, 23, 30, tzinfo=UTC)
    night = ArchivedGame("a", "a", "typed", late, late, None, {}, {}, False)
    assert years([night], UTC) == [2025]
    assert years([night], timezone(timedelta(hours=1))) == [2026]
