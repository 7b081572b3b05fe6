# Kwa nini umakini?
# https://attention-by-example.github.io/attention-by-example/sw/why-attention/
# License: MIT
# Needs: pip install torch

# --- Maneno yanageuka kuwa orodha za namba ---

import torch

embeddings = {
    "Hello": torch.tensor([0.34, 0.22, 0.54]),
    "shiny": torch.tensor([0.53, 0.34, 0.98]),
    "sun": torch.tensor([0.29, 0.54, 0.93]),
}
print(embeddings["sun"])

# --- Neno kwa neno haitoshi ---

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

# --- Vekta moja kwa sentensi nzima ---

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
more_words = torch.rand(40, 3)  # tokeni 40 zaidi

for count in [1, 5, 10, 15, 40]:
    rest = list(more_words[:count])
    with_hello = read([embeddings["Hello"]] + rest)
    with_sun = read([embeddings["sun"]] + rest)
    difference = (with_hello - with_sun).abs().max()
    print(f"{count:2} {difference:.6f} {torch.equal(with_hello, with_sun)}")

# --- Je, kanuni iliyo bora ingesaidia? ---

states = 100 * 100
for length in [1, 2, 3, 4]:
    sentences = 50 ** length
    print(length, sentences, "enough" if sentences <= states else "too few")

# --- Kuangalia nyuma ---

weights = torch.tensor([0.1, 0.2, 0.7])
vectors = torch.tensor([[4.0, 0.0], [0.0, 6.0], [10.0, 2.0]])
weighted = weights.unsqueeze(-1) * vectors  # kila safu mlalo mara uzito wake
print(weighted)
print(weighted.sum(dim=0))  # jumla ya kila safu wima

weights_on_first = torch.zeros(41)
weights_on_first[0] = 1.0
# unsqueeze huunda jedwali la safu mlalo moja, cat hupanga majedwali kwa wima
keep_hello = torch.cat([embeddings["Hello"].unsqueeze(0), more_words])
keep_sun = torch.cat([embeddings["sun"].unsqueeze(0), more_words])
print(weights_on_first @ keep_hello)  # @ hutoa jumla yenye uzito
print(weights_on_first @ keep_sun)

# --- Jambo lilelile ndani ya sentensi moja ---

words = ["The", "dogs", "bark", "loudly"]
properties = torch.tensor([
    # nomino, wingi, hai
    [0.0, 0.0, 0.0],  # The
    [1.0, 1.0, 1.0],  # dogs
    [0.0, 0.0, 0.0],  # bark, kitenzi
    [0.0, 0.0, 0.0],  # loudly
])
question = torch.tensor([1.0, 1.0, 1.0])  # swali la bark
print((question * properties).sum(dim=-1))  # jumla ya kila safu mlalo

nouns = torch.tensor([
    [1.0, 1.0, 1.0],  # dogs (mbwa, wingi)
    [1.0, 0.0, 1.0],  # dog (mbwa, umoja)
    [1.0, 1.0, 0.0],  # stones (mawe)
    [1.0, 0.0, 0.0],  # joy (furaha)
])
print((question * nouns).sum(dim=-1))

# --- Enkoda husahau kwa kasi gani? ---

share, further_words = 0.5, 0
while share >= 0.01:
    share = share * 0.5
    further_words += 1
print(further_words)

assert further_words == 6
assert 1 / 64 > 1 / 100 > 1 / 128
print(share == 1 / 128)

# --- Kanuni ya polepole ---

half_shares = [0.5 * 0.5 ** n for n in [0, 5, 40]]
slow_shares = [0.1 * 0.9 ** n for n in [0, 5, 40]]
print([round(share, 4) for share in half_shares])
print([round(share, 4) for share in slow_shares])

# --- Uliza kitu kingine ---

other_question = torch.tensor([1.0, 1.0, -1.0])
matches = (other_question * nouns).sum(dim=-1)
print(matches)
assert matches.argmax() == 2  # stones

# --- Sentensi nyingine ---

swahili = ["Ninapenda", "jua"]
new_looks = torch.tensor([
    [1.0, 0.0],  # I
    [1.0, 0.0],  # like
    [0.0, 1.0],  # the
    [0.0, 1.0],  # sun
])
print(new_looks.sum(dim=-1))  # kila safu mlalo: kila neno la Kiingereza mara moja
print(new_looks.sum(dim=0))   # kila safu wima: neno limeangaliwa mara ngapi
