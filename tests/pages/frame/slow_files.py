"""Files that take long to be sent, in the hands of a test."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Page, Route

from tests.pages.conftest import idle


@contextmanager
def slow_files(page: Page, many: int = 1) -> Iterator[None]:
    """So many files that are handed in meanwhile are sent once the page has answered all else."""
    on_its_way: list[Route] = []

    def hold(route: Route) -> None:
        if route.request.method == "PUT" and len(on_its_way) < many:
            on_its_way.append(route)
        else:
            route.continue_()

    page.route("**/upload_file/**", hold)
    with page.expect_request(lambda request: request.method == "PUT"):
        yield
    idle(page)  # it has answered that the former one is gone, where a place takes one alone
    assert len(on_its_way) == many
    for file in on_its_way:
        file.continue_()
