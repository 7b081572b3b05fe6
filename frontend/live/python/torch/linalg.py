"""Linear algebra."""

from torch._operations import OPERATIONS, several

_KEPT = ("solve", "det", "qr", "svdvals", "matrix_rank", "pinv", "vector_norm")
solve, det, qr, svdvals, matrix_rank, pinv, vector_norm = [OPERATIONS[name] for name in _KEPT]
inv = OPERATIONS["inverse"]


def norm(A, ord=None, dim=None, keepdim=False):
    """The length of a vector, or of a matrix seen as one."""
    return vector_norm(A, 2 if ord in (None, "fro") else ord, dim, keepdim)


def matrix_norm(A, ord="fro", dim=(-2, -1), keepdim=False):
    """The length of a matrix's numbers seen as a vector; with ord=2 its largest singular value."""
    return svdvals(A)[..., 0] if ord == 2 else vector_norm(A, 2, list(dim), keepdim)


def svd(A, full_matrices=True):
    """Turned, stretched along the axes, and turned again: U @ diag(S) @ Vh."""
    U, S, Vh = OPERATIONS["svd"](A)
    if full_matrices:
        U, Vh = _completed(U), _completed(Vh.mT).mT
    return several("linalg_svd", ("U", "S", "Vh"), [U, S, Vh])


def _completed(basis):
    """With further columns, at right angles to those that there are."""
    from torch import cat, eye

    size, known = basis.shape[-2:]
    if size == known:
        return basis
    all_axes = eye(size, dtype=basis.dtype).expand(*basis.shape[:-1], size)
    return cat([basis, qr(cat([basis, all_axes], -1))[0][..., known:]], -1)


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
