"""The printed game's deck, as far as it is known."""

from __future__ import annotations

from collections import Counter

from scorer.cards import BOOKS_ON_A_CARD, CARDS_IN_DECK, Deck
from scorer.deck.printed import printed_deck


def test_the_letters_add_up_to_a_deck() -> None:
    letters = printed_deck().letters
    assert sorted(letters) == list("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
    assert sum(letters.values()) == CARDS_IN_DECK


def test_a_count_names_its_letters() -> None:
    """The groups that the photographs and the rulebooks show: E 2/7, I 3/8, M 8, H 5/10, S 2/10."""
    by_count: dict[int, str] = {}
    for letter, count in printed_deck().letters.items():
        by_count[count] = by_count.get(count, "") + letter
    assert by_count == {
        10: "BHST", 9: "C", 8: "IMW", 7: "ADE", 6: "FLPR", 5: "G", 4: "OU", 3: "JKNQV", 2: "XYZ"
    }  # fmt: skip


def test_the_known_cards_are_cards_of_the_deck() -> None:
    deck = printed_deck()
    assert [str(card) for card in deck.known] == ["A2:CHSR", "E2:HFS", "I3:HMHS", "S2:SFMF", "W3:CHRC"]
    for card in deck.known:
        assert card.order <= deck.letters[card.letter] == card.of
        assert len(card.categories) in BOOKS_ON_A_CARD
    assert max(Counter(card.key for card in deck.known).values()) == 1


def test_the_card_of_the_rulebooks_is_the_house_decks_too() -> None:
    (printed,) = (card for card in printed_deck().known if card.key == ("E", 2))
    house = Deck.house().get("E", 2)
    assert house is not None
    assert house.categories == printed.categories
