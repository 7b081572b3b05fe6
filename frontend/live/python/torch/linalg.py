"""Linear algebra."""

from torch._operations import OPERATIONS, several

_KEPT = ("solve", "det", "qr", "svd", "svdvals", "matrix_rank", "pinv", "vector_norm")
solve, det, qr, svd, svdvals, matrix_rank, pinv, vector_norm = [OPERATIONS[name] for name in _KEPT]
inv = OPERATIONS["inverse"]


def norm(A, ord=None, dim=None, keepdim=False):
    """The length of a vector, or of a matrix seen as one."""
    return vector_norm(A, 2 if ord in (None, "fro") else ord, dim, keepdim)


def matrix_norm(A, ord="fro", dim=(-2, -1), keepdim=False):
    """The length of a matrix's numbers seen as a vector; with ord=2 its largest singular value."""
    return svdvals(A)[..., 0] if ord == 2 else vector_norm(A, 2, list(dim), keepdim)


def lstsq(A, B, **options):
    """Least squares."""
    return several("linalg_lstsq", ("solution",), [OPERATIONS["lstsq"](A, B)])


def matrix_power(A, n):
    """A matrix times itself."""
    from torch import eye

    result = eye(A.shape[-1], dtype=A.dtype)
    for _ in range(n):
        result = result @ A
    return result
