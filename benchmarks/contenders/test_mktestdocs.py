"""mktestdocs as its documentation says for pages whose blocks go on from each other."""

import os
from pathlib import Path

import pytest
from mktestdocs import check_md_file

PAGES = Path(os.environ["PAGES"]).read_text(encoding="utf-8").splitlines()


@pytest.mark.parametrize("page", PAGES, ids=str)
def test_page(page: str) -> None:
    check_md_file(fpath=page, memory=True)
