# Licensed under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""How far results are from a reference: 0 is exact, larger is worse."""

from __future__ import annotations

from typing import Any, Callable, Sequence, Union

Results = Sequence[Sequence[Any]]
"""For each sample, the arrays that the module returned."""
Metric = Callable[[Results, Results], float]
"""Results and the reference of the same samples in; a number out."""


def _flat(results: Results) -> Any:
    import numpy as np

    return np.concatenate(
        [np.ravel(array).astype(np.float64) for sample in results for array in sample]
    )


def _rows(results: Results) -> Any:
    """The first result of all samples as rows along its last axis; without those
    that have no element."""
    import numpy as np

    found = []
    for sample in results:
        array = np.asarray(sample[0], np.float64)
        if not array.ndim:
            raise ValueError("expected a first result with rows to compare, got a scalar")
        found.append(array.reshape(-1, array.shape[-1]) if array.size else np.zeros((0, 1)))
    return np.concatenate(found)


def relative(results: Results, reference: Results) -> float:
    """Norm of the difference by norm of the reference; infinite where a result
    is not finite.

    >>> relative([([3.0, 4.0],)], [([3.0, 5.0],)]) == 1 / 34 ** 0.5
    True
    """
    import numpy as np

    got, want = _flat(results), _flat(reference)
    if not np.isfinite(got).all():
        return float("inf")
    norm = float(np.linalg.norm(want))
    difference = float(np.linalg.norm(got - want))
    return difference / norm if norm else (float("inf") if difference else 0.0)


def largest(results: Results, reference: Results) -> float:
    """Largest difference; infinite where a result is not finite."""
    import numpy as np

    got, want = _flat(results), _flat(reference)
    if not np.isfinite(got).all():
        return float("inf")
    return float(np.abs(got - want).max(initial=0.0))


def cosine(results: Results, reference: Results) -> float:
    """One minus the least cosine similarity of a row of the first result."""
    import numpy as np

    got, want = _rows(results), _rows(reference)
    if not np.isfinite(got).all():
        return float("inf")
    norms = np.linalg.norm(got, axis=1) * np.linalg.norm(want, axis=1)
    products = (got * want).sum(1)
    exact = (got == want).all(1)
    with np.errstate(divide="ignore", invalid="ignore"):
        similar = np.where(exact, 1.0, np.where(norms > 0, products / norms, 0.0))
    return float(max(0.0, 1 - similar.min(initial=1.0)))


def top1(results: Results, reference: Results) -> float:
    """Share of rows of the first result whose largest element is another."""
    import numpy as np

    got, want = _rows(results), _rows(reference)
    finite = np.isfinite(got).all(1)
    wrong = (got.argmax(1) != want.argmax(1)) | ~finite
    return float(wrong.mean()) if len(wrong) else 0.0


METRICS: dict[str, Metric] = {
    "relative": relative,
    "largest": largest,
    "cosine": cosine,
    "top1": top1,
}


def find_metric(metric: Union[str, Metric]) -> Metric:
    """The metric of a name; a callable as it is."""
    if callable(metric):
        return metric
    if metric not in METRICS:
        raise ValueError(
            f"expected metric to be a callable or one of {', '.join(METRICS)}, "
            f"got {metric!r}"
        )
    return METRICS[metric]
