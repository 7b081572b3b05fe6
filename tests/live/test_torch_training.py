"""Optimizers, schedules and helps of the page's torch against torch itself."""

from __future__ import annotations

import warnings

import pytest
from torch_cases import CLOSE, OPTIMIZER_ERRORS, OPTIMIZERS, SCHEDULES
from torch_pairs import BOTH, KINDS, ours, outcome, same, torch


@pytest.mark.parametrize("text", OPTIMIZERS)
def test_an_optimizer(text):
    results = []
    for kind in KINDS:
        torch.manual_seed(4)
        params = [torch.randn(5, 3).requires_grad_(), torch.randn(20).requires_grad_(), torch.ones(2).requires_grad_()]
        optimizer = eval("optim." + text, {"optim": BOTH[kind].optim, "params": params})
        shown = repr(optimizer)
        for _ in range(20):
            loss = params[0].square().mean() + params[1].cos().sum().exp() - params[2].mean()
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
        again = eval("optim." + text, {"optim": BOTH[kind].optim, "params": params})
        again.load_state_dict(optimizer.state_dict())
        again.step()
        results.append([shown, [p.detach() for p in params], [float(state["step"]) if "step" in state else 0
                                                             for state in again.state.values()]])  # fmt: skip
    same(*results)


@pytest.mark.parametrize("text", OPTIMIZER_ERRORS)
def test_an_optimizer_that_cannot_be(text):
    answers = []
    for kind in KINDS:
        optim = BOTH[kind].optim
        names = {"w": torch.ones(2).requires_grad_(), "SGD": optim.SGD, "Adam": optim.Adam, "AdamW": optim.AdamW,
                 "lr_scheduler": optim.lr_scheduler}  # fmt: skip
        answers.append(outcome(eval, text, names))
    if text == "SGD([w], momentum=0)" or text.startswith("SGD({w})"):  # a set of one: torch has no text of its own
        return
    if "OneCycleLR(SGD" in text:
        answers = [type(answer).__name__ for answer in answers]
    assert answers[0] == answers[1]


@pytest.mark.parametrize("text", SCHEDULES)
@pytest.mark.parametrize("kind_of_optimizer", ["AdamW", "SGD"])
def test_a_schedule(text, kind_of_optimizer):
    results = []
    for kind in KINDS:
        optim = BOTH[kind].optim
        params = [torch.ones(2).requires_grad_(), torch.ones(3).requires_grad_()]
        options = {"momentum": 0.9} if kind_of_optimizer == "SGD" else {}
        optimizer = getattr(optim, kind_of_optimizer)(
            [{"params": params[:1], "lr": 0.3}, {"params": params[1:]}], lr=0.02, **options
        )
        schedule = eval("schedulers." + text, {"schedulers": optim.lr_scheduler, "optimizer": optimizer})
        values = []
        for _ in range(50):
            values += schedule.get_last_lr()
            values += [group.get("betas", group.get("momentum")) for group in optimizer.param_groups]
            values.append(schedule.last_epoch)
            optimizer.step()
            schedule.step()
        results.append(values)
        one_more = outcome(schedule.step)
        results[-1].append(one_more if isinstance(one_more, tuple) else None)
    same(*results)


def test_a_schedule_in_the_wrong_order_warns():
    texts = []
    for kind in KINDS:
        optim = BOTH[kind].optim
        schedule = optim.lr_scheduler.StepLR(optim.SGD([torch.ones(1).requires_grad_()]), 3)
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            schedule.step()
        texts.append([str(warning.message) for warning in caught])
    assert texts[0] == texts[1] and texts[0]


@pytest.mark.parametrize(("actual", "expected", "options"), CLOSE)
def test_assert_close(actual, expected, options):
    torch.manual_seed(8)
    values = [eval(text, {**vars(torch), "torch": torch}) for text in (actual, expected)]
    answers = [outcome(BOTH[kind].testing.assert_close, *values, **options) for kind in KINDS]
    assert answers[0] == answers[1]


def test_helps():
    results = []
    for kind in KINDS:
        utils = BOTH[kind].nn.utils
        torch.manual_seed(6)
        rows = [torch.randn(size) for size in (3, 1, 4)]
        ids = [torch.arange(size) for size in (3, 1, 4)]
        matrices = [torch.randn(size, 2) for size in (3, 1)]
        values = [
            utils.rnn.pad_sequence(rows),
            utils.rnn.pad_sequence(ids, batch_first=True, padding_value=-100),
            utils.rnn.pad_sequence(matrices, True, padding_side="left"),
        ]
        params = [torch.randn(4).requires_grad_(), torch.randn(2, 2).requires_grad_()]
        (params[0].exp().sum() + params[1].square().sum()).backward()
        values += [utils.clip_grad_norm_(params, 0.5), params[0].grad.clone(), params[1].grad.clone()]
        values += [utils.clip_grad_norm_(params, 100.0, norm_type=1), params[0].grad.clone()]
        utils.clip_grad_value_(params, 0.1)
        values += [params[0].grad, utils.parameters_to_vector(params)]
        utils.vector_to_parameters(torch.arange(8.0), params)
        values += [params[1]]
        results.append(values)
    same(*results)


@pytest.mark.parametrize(
    ("function", "arguments"),
    [
        (lambda x: x.square(), (torch.arange(3.0),)),
        (lambda x: torch.softmax(x @ x.T, -1) @ x, (torch.rand(4, 3),)),
        (lambda x, y: x * y.sum(), (torch.rand(3), torch.rand(2))),
        (lambda x: (x.sum(), x * 2), (torch.rand(3),)),
        (lambda x: torch.ones(2), (torch.rand(3),)),
    ],
)
def test_jacobian(function, arguments):
    from stand_in_torch.autograd import functional

    given = arguments[0] if len(arguments) == 1 else arguments
    answers = [module.jacobian(function, given) for module in (functional, torch.autograd.functional)]
    for mine, theirs in zip(*answers) if isinstance(answers[1], tuple) else [answers]:
        torch.testing.assert_close(mine, theirs)


RULES = {
    "causal": (lambda b, h, q, k: k <= q, None),
    "window": (lambda b, h, q, k: (k <= q) & (q - k < 3), None),
    "table": (lambda b, h, q, k: torch.tensor([0] * 8 + [1] * 8)[q] == torch.tensor([0] * 8 + [1] * 8)[k], None),
    "all": (lambda b, h, q, k: q >= 0, lambda s, b, h, q, k: s - torch.tensor([0.5, 0.25])[h] * (q - k)),
    "cap": (lambda b, h, q, k: k <= q, lambda s, b, h, q, k: 5 * (s / 5).tanh()),
    "nothing": (lambda b, h, q, k: k < q, None),
}


@pytest.mark.parametrize("rule", RULES)
def test_flex_attention(rule):
    allowed, change = RULES[rule]
    torch.manual_seed(1)
    q, k, v = torch.randn(3, 1, 2, 16, 16, dtype=torch.float64)
    results = []
    for flex in (ours.nn.attention.flex_attention, torch.nn.attention.flex_attention):
        mask = flex.create_mask(allowed, None, None, 16, 16, device="cpu")
        block = flex.create_block_mask(allowed, None, None, 16, 16, device="cpu", BLOCK_SIZE=4)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            results.append([mask, block.sparsity(), flex.flex_attention(q, k, v, change, block)])
        results[-1].append(
            outcome(flex.create_mask, lambda b, h, q, k: k < 4 or k <= q, None, None, 8, 8, device="cpu")
        )
    same(results[0][:2], results[1][:2])
    torch.testing.assert_close(results[0][2], results[1][2])
    assert results[0][3] == results[1][3]


def test_which_attention():
    attention = ours.nn.attention
    with attention.sdpa_kernel([attention.SDPBackend.MATH, attention.SDPBackend.CUDNN_ATTENTION]):
        attention.check_backend()
        with attention.sdpa_kernel(attention.SDPBackend.CUDNN_ATTENTION):
            text = outcome(attention.check_backend)
        attention.check_backend()
    theirs = torch.nn.attention
    with theirs.sdpa_kernel(theirs.SDPBackend.CUDNN_ATTENTION):
        x = torch.rand(1, 1, 4, 4)
        assert text == outcome(torch.nn.functional.scaled_dot_product_attention, x, x, x)
    from stand_in_torch.nn.attention import bias

    for size in [(2, 6), (4, 4), (5, 3)]:
        mine = bias.causal_lower_right(*size)
        query, key = torch.rand(1, 1, size[0], 8), torch.rand(1, 1, size[1], 8)
        if size[0] <= size[1]:
            results = [
                torch.nn.functional.scaled_dot_product_attention(query, key, key, attn_mask=mask)
                for mask in (mine, torch.nn.attention.bias.causal_lower_right(*size))
            ]
            torch.testing.assert_close(*results)
