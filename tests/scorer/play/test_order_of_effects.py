"""The order of effects: the printed conflicts between locations and assistants (RULES 8)."""

from tests.scorer.play.scene import Scene, offered


class TestOrderOfEffects:
    def test_the_guild_enters_the_snowmans_space(self) -> None:
        scene = Scene(at=(4, 15), libraries=(None, "snowman")).home(0).stand(1, "snowman", 4).start()
        scene.visit(15)
        scene.say("@0", "@4")
        assert (scene.placed(0), scene.placed(1)) == ({4: 1, 15: 1}, {})

    def test_the_guild_enters_another_space_at_the_snowmans_location(self) -> None:
        scene = Scene(at=(4, 15), libraries=(None, "snowman")).home(0)
        scene.stand(1, "ordinary", 4, 1).stand(1, "snowman", 4, 2).start().visit(15)
        scene.say("@0", "@4")
        assert (scene.placed(0), scene.placed(1)) == ({4: 1, 15: 1}, {4: 1})

    def test_the_cube_acts_before_a_goblin_that_comes_later(self) -> None:
        scene = Scene(at=(4,), libraries=("sneaky_goblin", "gelatinous_cube")).hand(0, "A1").hand(1, "B1")
        scene.stand(1, "gelatinous_cube", 4).start().visit(4, 2, "sneaky_goblin")
        assert scene.asked == ("Ana", "cube")
        assert scene.say("give_random").asked == ("Ana", "goblin")

    def test_the_ghost_cannot_enter_the_snowmans_location(self) -> None:
        scene = Scene(at=(4,), libraries=("ghost", "snowman")).stand(1, "snowman", 4).start()
        assert offered(scene, "ghost") == []

    def test_the_guild_cannot_send_the_ghost_to_the_hut(self) -> None:
        scene = Scene(at=(1, 4, 15), libraries=("ghost",)).home(0, "ghost")
        scene.stand(1, "ordinary", 1).stand(1, "ordinary", 4).start().visit(15)
        scene.say("@0")
        assert [option.location for option in scene.game.choice.options] == [4]  # type: ignore[union-attr]
