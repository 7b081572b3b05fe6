# Attention by Example
# https://attention-by-example.github.io/attention-by-example/
# License: MIT
# Needs: pip install torch

# --- A first look ---

import torch

embeddings = torch.tensor([  # an embedding: the numbers of a word
    [0.34, 0.22, 0.54],  # Hello
    [0.53, 0.34, 0.98],  # shiny
    [0.29, 0.54, 0.93],  # sun
])
scores = embeddings @ embeddings.T       # how well do two words match?
weights = torch.softmax(scores, dim=-1)  # shares: each row sums to 1
print(weights)

print(weights[1] @ embeddings)  # the new shiny
