# Warum Aufmerksamkeit?
# https://attention-by-example.github.io/attention-by-example/de/why-attention/
# License: MIT
# Needs: pip install torch

# --- Aus Wörtern werden Listen von Zahlen ---

import torch

embeddings = {
    "Hello": torch.tensor([0.34, 0.22, 0.54]),
    "shiny": torch.tensor([0.53, 0.34, 0.98]),
    "sun": torch.tensor([0.29, 0.54, 0.93]),
}
print(embeddings["sun"])

# --- Wort für Wort genügt nicht ---

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

# --- Ein Vektor für einen ganzen Satz ---

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
more_words = torch.rand(40, 3)  # 40 weitere Tokens

for count in [1, 5, 10, 15, 40]:
    rest = list(more_words[:count])
    with_hello = read([embeddings["Hello"]] + rest)
    with_sun = read([embeddings["sun"]] + rest)
    difference = (with_hello - with_sun).abs().max()
    print(f"{count:2} {difference:.6f} {torch.equal(with_hello, with_sun)}")

# --- Würde eine bessere Regel helfen? ---

states = 100 * 100
for length in [1, 2, 3, 4]:
    sentences = 50 ** length
    print(length, sentences, "enough" if sentences <= states else "too few")

# --- Zurückblicken ---

weights = torch.tensor([0.1, 0.2, 0.7])
vectors = torch.tensor([[4.0, 0.0], [0.0, 6.0], [10.0, 2.0]])
weighted = weights.unsqueeze(-1) * vectors  # jede Zeile mal ihr Gewicht
print(weighted)
print(weighted.sum(dim=0))  # addiert, Spalte für Spalte

weights_on_first = torch.zeros(41)
weights_on_first[0] = 1.0
# unsqueeze macht eine Tabelle mit einer Zeile, cat setzt Tabellen untereinander
keep_hello = torch.cat([embeddings["Hello"].unsqueeze(0), more_words])
keep_sun = torch.cat([embeddings["sun"].unsqueeze(0), more_words])
print(weights_on_first @ keep_hello)  # @ bildet die gewichtete Summe
print(weights_on_first @ keep_sun)

# --- Dasselbe innerhalb eines Satzes ---

words = ["The", "dogs", "bark", "loudly"]
properties = torch.tensor([
    # Nomen, Plural, lebendig
    [0.0, 0.0, 0.0],  # The
    [1.0, 1.0, 1.0],  # dogs
    [0.0, 0.0, 0.0],  # bark, ein Verb
    [0.0, 0.0, 0.0],  # loudly
])
question = torch.tensor([1.0, 1.0, 1.0])  # bark fragt
print((question * properties).sum(dim=-1))  # Summe jeder Zeile

nouns = torch.tensor([
    [1.0, 1.0, 1.0],  # dogs (Hunde)
    [1.0, 0.0, 1.0],  # dog (Hund)
    [1.0, 1.0, 0.0],  # stones (Steine)
    [1.0, 0.0, 0.0],  # joy (Freude)
])
print((question * nouns).sum(dim=-1))

# --- Wie schnell vergisst der Encoder? ---

share, further_words = 0.5, 0
while share >= 0.01:
    share = share * 0.5
    further_words += 1
print(further_words)

assert further_words == 6
assert 1 / 64 > 1 / 100 > 1 / 128
print(share == 1 / 128)

# --- Eine langsamere Regel ---

half_shares = [0.5 * 0.5 ** n for n in [0, 5, 40]]
slow_shares = [0.1 * 0.9 ** n for n in [0, 5, 40]]
print([round(share, 4) for share in half_shares])
print([round(share, 4) for share in slow_shares])

# --- Frag nach etwas anderem ---

other_question = torch.tensor([1.0, 1.0, -1.0])
matches = (other_question * nouns).sum(dim=-1)
print(matches)
assert matches.argmax() == 2  # stones

# --- Ein anderer Satz ---

swahili = ["Ninapenda", "jua"]
new_looks = torch.tensor([
    [1.0, 0.0],  # I
    [1.0, 0.0],  # like
    [0.0, 1.0],  # the
    [0.0, 1.0],  # sun
])
print(new_looks.sum(dim=-1))  # jede Zeile: ein Blick pro englischem Wort
print(new_looks.sum(dim=0))   # jede Spalte: wie oft angesehen
