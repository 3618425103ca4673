"""What Fort's book leaves open, each decided here, with the page that leaves it open.

`docs/rules.md` lists these rulings for players. The pages are those of the Portuguese book.
"""

from __future__ import annotations

from collections.abc import Sequence

from scorer.fort.actions import OTHER

#: How far an action goes.
NOTHING, PART, WHOLE = 0, 1, 2

# Decisions that nothing here carries out:
# - Page 3: seats and first player are random. Ruling: people at one screen sit already, so they keep the
#   order in which they are named; who begins is drawn (`Setup.deal`).
# - Page 12: only the suit of a card in the lookout shows. Ruling: all cards lay open when they came there,
#   and Grand Plans counts their actions, so everybody may look at the whole card (`View.lookout`).
# - Page 12: a card that removes itself goes when all have followed. Ruling: for a follower this part counts
#   as done; only the leader's card goes (`remove_this`).
# - Page 16: Recycling is used at any moment of the own turn. Ruling: it is offered with every question about
#   cards, between the two actions, and before the turn ends; between two such moments nothing changes that
#   it could take or help (`choose`, `may_recycle`).
# - Page 5: a coin is any suit. Ruling: all coins of one card are the same suit. Where coins are chosen for
#   "any suit" (page 13), a coin counts as a coin whatever it stands for (`Face.shown`).
# - Page 8: a follower takes the resource that the leader took. Ruling: only if the leader took some with the
#   public action (`collect`).
# - Nobody need ever empty the park. Ruling: round 60 is the last (`MOST_ROUNDS`).


# Pages 6 and 7: the leader's card


def times_far(done: int, wanted: int, beyond: int = NOTHING) -> int:
    """How far something goes that was done ``done`` times of ``wanted``, and once more as far as ``beyond``.

    Page 7 asks for one action that is done completely, and says of an empty one only that it is none.
    Ruling: what is multiplied by nothing is not done, so it cannot be this one action.
    """
    if done == wanted and wanted:
        return WHOLE
    return PART if done or beyond != NOTHING else NOTHING


def may_be_used(reached: Sequence[int]) -> bool:
    """Whether the actions of a card may be used that go so far.

    Page 7: one is done completely, the other completely or in part. Ruling: in part is as far as it can be
    done, no less; an action that would do nothing is not used.
    """
    return WHOLE in reached and NOTHING not in reached


def serves(tallies: Sequence[int], without: Sequence[int]) -> bool:
    """Whether a card was added for something: ``tallies`` say for each action how often suits made it happen,
    ``without`` the same if the card's symbols did not count.

    Page 7: a suit of the card must change the effect of an action, and two cards may not be added where one
    brings the same. Ruling: with the same resource chosen, its symbols let some action be done more often.
    """
    return any(mine > less for mine, less in zip(tallies, without, strict=True))


# Page 14: then


def sequence_far(left: int) -> int:
    """How far "A then B" goes where A goes as far as ``left``.

    Page 14: B must be done if it can be, and only after A. Ruling: A alone makes it complete; where B cannot
    be done, nothing is lacking.
    """
    return left


# Pages 5 and 8: followers


def suits_to_follow(own: Sequence[str], declared: str | None) -> tuple[str, ...]:
    """The suits that a card with the suits ``own`` is followed with; ``declared``: what its coins stand for.

    Page 8 asks for a suit of the played card, and where it has a coin, for the suit declared. Ruling: a card
    with a suit and a coin is followed with either.
    """
    return tuple(dict.fromkeys((*own, declared) if declared else own))


def coins_to_follow(own: Sequence[str], suits: Sequence[str], counting: Sequence[str]) -> tuple[str, ...]:
    """What the coins of a discarded card may count as; ``own``: its suits, ``counting``: those multiplied by.

    Page 5: a coin may be used as any suit. Page 8: one suit of the card must match. Ruling: so a coin beside
    a suit that matches is any suit, like the leader's; without it the coin itself must match.
    """
    matches = any(suit in suits for suit in own)
    return tuple(dict.fromkeys((*suits, *counting, OTHER))) if matches else tuple(suits)
