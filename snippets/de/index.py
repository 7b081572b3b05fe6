# Attention by Example
# https://attention-by-example.github.io/attention-by-example/de/
# License: MIT
# Needs: pip install torch

# --- Ein erster Blick ---

import torch

embeddings = torch.tensor([  # Embedding: die Zahlen eines Worts
    [0.34, 0.22, 0.54],  # Hello
    [0.53, 0.34, 0.98],  # shiny
    [0.29, 0.54, 0.93],  # sun
])
scores = embeddings @ embeddings.T       # wie gut passen zwei Wörter?
weights = torch.softmax(scores, dim=-1)  # Anteile: jede Zeile ergibt 1
print(weights)

print(weights[1] @ embeddings)  # das neue shiny
