# Attention by Example: umakini kwa mifano
# https://attention-by-example.github.io/attention-by-example/sw/
# License: MIT
# Needs: pip install torch

# --- Kionjo ---

import torch

embeddings = torch.tensor([  # vekta wakilishi: namba za neno moja
    [0.34, 0.22, 0.54],  # Hello
    [0.53, 0.34, 0.98],  # shiny
    [0.29, 0.54, 0.93],  # sun
])
scores = embeddings @ embeddings.T       # maneno mawili yanalinganaje?
weights = torch.softmax(scores, dim=-1)  # migao: jumla 1 kwa safu mlalo
print(weights)

print(weights[1] @ embeddings)  # shiny mpya
