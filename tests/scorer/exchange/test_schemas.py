"""The JSON schemas hold for what the program reads and writes."""

from typing import Any

import jsonschema
import pytest

from scorer.cards import Deck
from scorer.exchange.schemas import MODELS
from scorer.gamefile import GameFile
from scorer.result import Result, score
from scorer.result.flip_advice import advise_flips
from tests.scorer.games import game, solo


def result(data: dict[str, Any] | None = None) -> Result:
    return score(GameFile.from_dict(data or game()))


class TestSchemas:
    def check(self, name: str, document: Any) -> None:
        jsonschema.validate(document, MODELS[name].model_json_schema())

    def test_game_files_fit_their_schema(self) -> None:
        self.check("game", game())
        self.check("game", solo())
        with pytest.raises(jsonschema.ValidationError):
            self.check("game", game(colour="red"))

    def test_results_fit_their_schema(self) -> None:
        self.check("result", result().to_json())
        self.check("result", result(solo()).to_json())
        self.check("flips", advise_flips(GameFile.from_dict(game())).model_dump(mode="json"))

    def test_the_house_deck_fits_its_schema(self) -> None:
        self.check("deck", Deck.house().to_dict())

    @pytest.mark.parametrize("name", MODELS)
    def test_schemas_are_schemas(self, name: str) -> None:
        jsonschema.Draft202012Validator.check_schema(MODELS[name].model_json_schema())
