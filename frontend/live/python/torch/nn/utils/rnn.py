"""Sequences of different lengths in one tensor."""


def pad_sequence(sequences, batch_first=False, padding_value=0.0, padding_side="right"):
    """One tensor of all sequences, the shorter ones filled up."""
    if padding_side not in ("left", "right"):
        raise RuntimeError(f"Expected padding_side to be one of left or right, but got {padding_side}.")
    sequences = list(sequences)
    if not sequences:
        raise RuntimeError("received an empty list of sequences")
    longest = max(len(sequence) for sequence in sequences)
    result = sequences[0].new_full((len(sequences), longest, *sequences[0].shape[1:]), padding_value)
    for row, sequence in enumerate(sequences):
        start = longest - len(sequence) if padding_side == "left" else 0
        result[row, start : start + len(sequence)] = sequence
    return result if batch_first else result.transpose(0, 1)
