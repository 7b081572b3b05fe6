# Why attention?
# https://attention-by-example.github.io/attention-by-example/why-attention/
# License: MIT
# Needs: pip install torch

# --- Words become lists of numbers ---

import torch

embeddings = {
    "Hello": torch.tensor([0.34, 0.22, 0.54]),
    "shiny": torch.tensor([0.53, 0.34, 0.98]),
    "sun": torch.tensor([0.29, 0.54, 0.93]),
}
print(embeddings["sun"])

# --- Word by word is not enough ---

dictionary = {
    "Kannst": "Can", "du": "you", "mir": "me", "helfen": "help",
    "diesen": "this", "Satz": "sentence", "zu": "to",
    "übersetzen": "translate",
}
german = "Kannst du mir helfen diesen Satz zu übersetzen".split()
print(" ".join(dictionary[word] for word in german))

english = "Can you help me translate this sentence".split()
looks_at = ["Kannst", "du", "helfen", "mir",
            "übersetzen", "diesen", "Satz"]

looks = torch.zeros(len(english), len(german))  # (rows, columns)
for row, word in enumerate(looks_at):
    looks[row, german.index(word)] = 1
print(looks)

# --- One vector for a whole sentence ---

def read(vectors):
    state = torch.zeros(3)
    for vector in vectors:
        state = 0.5 * state + 0.5 * vector
    return state


hello_start = read([embeddings["Hello"], embeddings["shiny"]])
sun_start = read([embeddings["sun"], embeddings["shiny"]])
print(hello_start)
print(sun_start)

torch.manual_seed(0)
more_words = torch.rand(40, 3)  # 40 further tokens

for count in [1, 5, 10, 15, 40]:
    rest = list(more_words[:count])
    with_hello = read([embeddings["Hello"]] + rest)
    with_sun = read([embeddings["sun"]] + rest)
    difference = (with_hello - with_sun).abs().max()
    print(f"{count:2} {difference:.6f} {torch.equal(with_hello, with_sun)}")

# --- Would a better rule help? ---

states = 100 * 100
for length in [1, 2, 3, 4]:
    sentences = 50 ** length
    print(length, sentences, "enough" if sentences <= states else "too few")

# --- Looking back ---

weights = torch.tensor([0.1, 0.2, 0.7])
vectors = torch.tensor([[4.0, 0.0], [0.0, 6.0], [10.0, 2.0]])
weighted = weights.unsqueeze(-1) * vectors  # each row times its weight
print(weighted)
print(weighted.sum(dim=0))  # added up, column by column

weights_on_first = torch.zeros(41)
weights_on_first[0] = 1.0
# unsqueeze makes a table with one row, cat puts tables one below the other
keep_hello = torch.cat([embeddings["Hello"].unsqueeze(0), more_words])
keep_sun = torch.cat([embeddings["sun"].unsqueeze(0), more_words])
print(weights_on_first @ keep_hello)  # @ makes the weighted sum
print(weights_on_first @ keep_sun)

# --- The same within one sentence ---

words = ["The", "dogs", "bark", "loudly"]
properties = torch.tensor([
    # noun, plural, alive
    [0.0, 0.0, 0.0],  # The
    [1.0, 1.0, 1.0],  # dogs
    [0.0, 0.0, 0.0],  # bark, a verb
    [0.0, 0.0, 0.0],  # loudly
])
question = torch.tensor([1.0, 1.0, 1.0])  # asked by bark
print((question * properties).sum(dim=-1))  # sum of each row

nouns = torch.tensor([
    [1.0, 1.0, 1.0],  # dogs
    [1.0, 0.0, 1.0],  # dog
    [1.0, 1.0, 0.0],  # stones
    [1.0, 0.0, 0.0],  # joy
])
print((question * nouns).sum(dim=-1))

# --- How fast does the encoder forget? ---

share, further_words = 0.5, 0
while share >= 0.01:
    share = share * 0.5
    further_words += 1
print(further_words)

assert further_words == 6
assert 1 / 64 > 1 / 100 > 1 / 128
print(share == 1 / 128)

# --- A slower rule ---

half_shares = [0.5 * 0.5 ** n for n in [0, 5, 40]]
slow_shares = [0.1 * 0.9 ** n for n in [0, 5, 40]]
print([round(share, 4) for share in half_shares])
print([round(share, 4) for share in slow_shares])

# --- Ask for something else ---

other_question = torch.tensor([1.0, 1.0, -1.0])
matches = (other_question * nouns).sum(dim=-1)
print(matches)
assert matches.argmax() == 2  # stones

# --- Another sentence ---

swahili = ["Ninapenda", "jua"]
new_looks = torch.tensor([
    [1.0, 0.0],  # I
    [1.0, 0.0],  # like
    [0.0, 1.0],  # the
    [0.0, 1.0],  # sun
])
print(new_looks.sum(dim=-1))  # each row: one look per English word
print(new_looks.sum(dim=0))   # each column: how often looked at
