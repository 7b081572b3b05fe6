"""pytest-examples: names are shared within a page, what is printed is compared with its `#>` comments (written by
`--update-examples`), and the tags of a fence's braces, which it hands out, are heeded."""

import os
from pathlib import Path

import pytest
import torch
from pytest_examples import CodeExample, EvalExample, find_examples

PAGES = Path(os.environ["PAGES"]).read_text(encoding="utf-8").splitlines()
shared = {}


@pytest.mark.parametrize("example", list(find_examples(*PAGES)), ids=str)
def test_example(example: CodeExample, eval_example: EvalExample) -> None:
    tags = example.prefix_tags()
    if "no-run" in tags:
        pytest.skip("not meant to run")
    if example.group not in shared:
        torch.set_printoptions(profile="default")  # how a page prints ends with it
    names = shared.setdefault(example.group, {})
    if "raises" in tags:
        try:
            eval_example.run(example, module_globals=names)
        except Exception:  # which one is a matter of the page's own output, which this tool doesn't read
            pass
        else:
            pytest.fail("DID NOT RAISE Exception")
    else:
        run = eval_example.run_print_update if eval_example.update_examples else eval_example.run_print_check
        names.update(run(example, module_globals=names))
