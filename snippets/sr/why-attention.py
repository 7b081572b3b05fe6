# Čemu pažnja?
# https://attention-by-example.github.io/attention-by-example/sr/why-attention/
# License: MIT
# Needs: pip install torch

# --- Reči postaju spiskovi brojeva ---

import torch

embeddings = {
    "Hello": torch.tensor([0.34, 0.22, 0.54]),
    "shiny": torch.tensor([0.53, 0.34, 0.98]),
    "sun": torch.tensor([0.29, 0.54, 0.93]),
}
print(embeddings["sun"])

# --- Reč po reč nije dovoljno ---

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

# --- Jedan vektor za celu rečenicu ---

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
more_words = torch.rand(40, 3)  # još 40 tokena

for count in [1, 5, 10, 15, 40]:
    rest = list(more_words[:count])
    with_hello = read([embeddings["Hello"]] + rest)
    with_sun = read([embeddings["sun"]] + rest)
    difference = (with_hello - with_sun).abs().max()
    print(f"{count:2} {difference:.6f} {torch.equal(with_hello, with_sun)}")

# --- Da li bi pomoglo bolje pravilo? ---

states = 100 * 100
for length in [1, 2, 3, 4]:
    sentences = 50 ** length
    print(length, sentences, "enough" if sentences <= states else "too few")

# --- Pogled unazad ---

weights = torch.tensor([0.1, 0.2, 0.7])
vectors = torch.tensor([[4.0, 0.0], [0.0, 6.0], [10.0, 2.0]])
weighted = weights.unsqueeze(-1) * vectors  # svaki red puta njegova težina
print(weighted)
print(weighted.sum(dim=0))  # sabrano, kolonu po kolonu

weights_on_first = torch.zeros(41)
weights_on_first[0] = 1.0
# unsqueeze pravi tabelu s jednim redom, cat slaže tabele jednu ispod druge
keep_hello = torch.cat([embeddings["Hello"].unsqueeze(0), more_words])
keep_sun = torch.cat([embeddings["sun"].unsqueeze(0), more_words])
print(weights_on_first @ keep_hello)  # @ pravi ponderisani zbir
print(weights_on_first @ keep_sun)

# --- Isto to unutar jedne rečenice ---

words = ["The", "dogs", "bark", "loudly"]
properties = torch.tensor([
    # imenica, množina, živo
    [0.0, 0.0, 0.0],  # The
    [1.0, 1.0, 1.0],  # dogs
    [0.0, 0.0, 0.0],  # bark, glagol
    [0.0, 0.0, 0.0],  # loudly
])
question = torch.tensor([1.0, 1.0, 1.0])  # pita bark
print((question * properties).sum(dim=-1))  # zbir svakog reda

nouns = torch.tensor([
    [1.0, 1.0, 1.0],  # psi
    [1.0, 0.0, 1.0],  # pas
    [1.0, 1.0, 0.0],  # kamenje
    [1.0, 0.0, 0.0],  # radost
])
print((question * nouns).sum(dim=-1))

# --- Koliko brzo enkoder zaboravlja? ---

share, further_words = 0.5, 0
while share >= 0.01:
    share = share * 0.5
    further_words += 1
print(further_words)

assert further_words == 6
assert 1 / 64 > 1 / 100 > 1 / 128
print(share == 1 / 128)

# --- Sporije pravilo ---

half_shares = [0.5 * 0.5 ** n for n in [0, 5, 40]]
slow_shares = [0.1 * 0.9 ** n for n in [0, 5, 40]]
print([round(share, 4) for share in half_shares])
print([round(share, 4) for share in slow_shares])

# --- Pitajte za nešto drugo ---

other_question = torch.tensor([1.0, 1.0, -1.0])
matches = (other_question * nouns).sum(dim=-1)
print(matches)
assert matches.argmax() == 2  # stones

# --- Još jedna rečenica ---

swahili = ["Ninapenda", "jua"]
new_looks = torch.tensor([
    [1.0, 0.0],  # I
    [1.0, 0.0],  # like
    [0.0, 1.0],  # the
    [0.0, 1.0],  # sun
])
print(new_looks.sum(dim=-1))  # svaki red: po jedan pogled za svaku englesku reč
print(new_looks.sum(dim=0))   # svaka kolona: koliko se puta gledalo u reč
