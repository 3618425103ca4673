"""Fort's actions as expressions: read, checked, printed back, told in words."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorer.editions import EDITION_KEYS
from scorer.errors import LONGEST as LONGEST_SENTENCE
from scorer.fort.actions import ACTS, FACTORS, Act, Action, CardError, Then, Times, acts, parse
from scorer.fort.cards import CardSet
from scorer.fort.words import load_words


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ("toy × glue", Times(Act("collect", "toy"), "glue")),
        ("(recruit then toy) × water", Times(Then((Act("recruit"), Act("collect", "toy"))), "water")),
        ("advance(-1) then point × 2", Then((Act("advance", dearer=-1), Times(Act("point"), 2)))),
        ("point × book then remove this", Then((Times(Act("point"), "book"), Act("remove_this")))),
        ("spend resource then point", Then((Act("spend", "resource"), Act("point")))),
        ("copy rival pack", Act("copy_rival_pack")),
        ("remove rival then remove", Then((Act("remove_rival"), Act("remove")))),
        ("pack × pack", Times(Act("pack"), "pack")),
        ("toy × any suit", Times(Act("collect", "toy"), "any suit")),
    ],
)
def test_actions_read_like_the_symbols(text: str, action: Action) -> None:
    assert parse(text) == action
    assert str(action) == text


@pytest.mark.parametrize(
    ("text", "same"),
    [("toy x glue", "toy × glue"), ("advance( −1 )", "advance(-1)"), (" point*2 ", "point × 2")],
)
def test_what_a_keyboard_has_is_read_too(text: str, same: str) -> None:
    assert str(parse(text)) == same


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "the end stands where an action is expected"),
        ("dance", "dance stands where an action is expected"),
        ("toy ×", "the end stands where a number from 2 to 9, or a symbol is expected"),
        ("toy × 1", "1 stands where"),
        ("toy × coin", "coin stands where"),
        ("(toy then recruit", "the end stands where ) is expected"),
        ("toy recruit", "recruit stands where then, × or the end is expected"),
        ("copy", "the end stands where an action is expected"),
        ("spend glue", "glue stands where an action is expected"),
        ("advance(4)", "4 stands where +1 or -1 is expected"),
        ("remove this × glue", "removed several times"),
        ("toy § glue", "§ stands where"),
        ("(" * 101, "101 characters"),
    ],
)
def test_what_is_no_action_is_refused_where_it_goes_wrong(text: str, sentence: str) -> None:
    with pytest.raises(CardError) as refusal:
        parse(text)
    assert sentence in str(refusal.value)
    assert len(str(refusal.value)) <= LONGEST_SENTENCE


def _acts() -> st.SearchStrategy[Action]:
    words = [word for word in ACTS if word != "remove this"]
    dearer = st.sampled_from([parse("advance(-1)"), parse("advance(+2)")])
    return st.sampled_from([parse(word) for word in words]) | dearer


def _larger(inner: st.SearchStrategy[Action]) -> st.SearchStrategy[Action]:
    factor = st.sampled_from(FACTORS) | st.integers(2, 9)
    then = st.lists(inner, min_size=2, max_size=3).map(lambda parts: Then(tuple(parts)))
    return st.builds(Times, inner, factor) | then


@given(st.recursive(_acts(), _larger, max_leaves=4))
def test_every_action_is_printed_so_that_it_reads_the_same(action: Action) -> None:
    if len(str(action)) <= 100:
        assert parse(str(action)) == action
    for key in EDITION_KEYS:
        told = load_words(key).explain(action)
        assert told.endswith(".")
        assert "{" not in told


@given(st.text(alphabet="apdtx×*()+-12 encohiklmrsuvy", max_size=40))
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        action = parse(text)
    except CardError:
        return
    assert list(acts(action))


@pytest.mark.parametrize(
    ("key", "told"),
    [
        ("en", "Recruit 1 card, then take 1 toy: all of it for each squirt gun."),
        ("pt", "Recrute 1 carta, então pegue 1 Brinquedo: tudo isso para cada arminha de água."),
        ("fr", "Recrutez 1 carte, puis prenez 1 jouet : le tout pour chaque symbole « pistolet à eau »."),
        ("cs", "Naberte 1 kartu, potom vezměte 1 hračku: to celé za každý symbol „vodní pistolka“."),
    ],
)
def test_actions_are_told_in_four_languages(key: str, told: str) -> None:
    assert load_words(key).explain(parse("(recruit then toy) × water")) == told


def test_the_four_languages_have_the_same_words() -> None:
    en = load_words("en").model_dump(exclude={"key"})
    for key in EDITION_KEYS:
        other = load_words(key).model_dump(exclude={"key"})
        assert {part: set(texts) for part, texts in other.items()} == {
            part: set(texts) for part, texts in en.items()
        }


def test_every_act_and_factor_has_words() -> None:
    words = load_words("cs")
    for text in ACTS:
        assert words.explain(parse(text))
    for factor in FACTORS:
        assert words.explain(parse(f"toy × {factor}"))
    assert len({words.explain(card.public) for card in CardSet.house().cards if card.public}) > 30
