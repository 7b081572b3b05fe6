# Pažnja na primerima
# https://attention-by-example.github.io/attention-by-example/sr/
# License: MIT
# Needs: pip install torch

# --- Prvi pogled ---

import torch

embeddings = torch.tensor([  # ugrađeni vektor: brojevi jedne reči
    [0.34, 0.22, 0.54],  # Hello
    [0.53, 0.34, 0.98],  # shiny
    [0.29, 0.54, 0.93],  # sun
])
scores = embeddings @ embeddings.T       # koliko se dve reči slažu?
weights = torch.softmax(scores, dim=-1)  # udeli: zbir svakog reda je 1
print(weights)

print(weights[1] @ embeddings)  # novi brojevi za shiny
