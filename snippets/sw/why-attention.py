# Kwa nini umakini?
# https://attention-by-example.github.io/attention-by-example/sw/why-attention/
# License: MIT
# Needs: pip install torch

# --- Maneno hugeuka kuwa vekta ---

import torch  # maktaba inayotumika katika sura zote

embeddings = {  # tensor: orodha au jedwali la namba katika torch
    "Hello": torch.tensor([0.34, 0.22, 0.54]),
    "shiny": torch.tensor([0.53, 0.34, 0.98]),
    "sun": torch.tensor([0.29, 0.54, 0.93]),
}
print(embeddings["sun"])  # torch huchapisha desimali nne

# --- Vekta kama mshale ---

meaning = {
    # kelele, mti
    "The": torch.tensor([0.0, 0.0]),
    "bark": torch.tensor([2.0, 2.0]),
    "dogs": torch.tensor([4.0, 0.0]),
    "tree": torch.tensor([0.0, 4.0]),
}

def update(word, neighbor):
    taken = 0.5 * meaning[neighbor]
    updated = meaning[word] + taken  # kijenzi kwa kijenzi
    # stack hupanga vekta tatu, moja chini ya nyingine
    return torch.stack([meaning[word], taken, updated])


print(update("bark", "dogs"))

print(update("bark", "tree"))

import math

for neighbor in ["The", "dogs", "tree"]:
    noise, tree = update("bark", neighbor)[2]  # safu mlalo ya 3: mpya
    # atan2 hutoa pembe kwa radiani; degrees huigeuza kuwa digrii
    angle = math.degrees(math.atan2(tree, noise))
    print(f"{neighbor:4} {angle:.0f}")

# --- Neno kwa neno haitoshi ---

dictionary = {
    "Kannst": "Can", "du": "you", "mir": "me", "helfen": "help",
    "diesen": "this", "Satz": "sentence", "zu": "to",
    "übersetzen": "translate",
}
german = "Kannst du mir helfen diesen Satz zu übersetzen".split()
print(" ".join(dictionary[word] for word in german))

english = "Can you help me translate this sentence".split()
# kwa kila neno la Kiingereza, neno la Kijerumani linaloangaliwa
looks_at = ["Kannst", "du", "helfen", "mir",
            "übersetzen", "diesen", "Satz"]

# matriki ya sifuri yenye umbo (safu mlalo, safu wima)
looks = torch.zeros(len(english), len(german))
for row, word in enumerate(looks_at):
    looks[row, german.index(word)] = 1  # index: liko wapi
print(looks)

# --- Vekta moja kwa sentensi nzima ---

def read(vectors):
    state = torch.zeros(3)  # idadi ya vijenzi vya vekta wakilishi
    for vector in vectors:
        state = 0.5 * state + 0.5 * vector
    return state


print(read([embeddings["Hello"], embeddings["shiny"]]))
print(read([embeddings["sun"], embeddings["shiny"]]))

torch.manual_seed(0)
# namba za nasibu kati ya 0 na 1, umbo (tokeni, vijenzi)
more_words = torch.rand(40, 3)

for count in [1, 5, 10, 15, 40]:
    rest = list(more_words[:count])
    with_hello = read([embeddings["Hello"]] + rest)
    with_sun = read([embeddings["sun"]] + rest)
    # abs huondoa ishara ya kutoa, max huchukua namba kubwa kabisa
    difference = (with_hello - with_sun).abs().max()
    same = torch.equal(with_hello, with_sun)  # zote ni sawa?
    print(f"{count:2} {difference:.6f} {same}")

# --- Je, kanuni bora zaidi ingesaidia? ---

states = 100 * 100
for length in [1, 2, 3, 4]:
    sentences = 50 ** length
    room = "enough" if sentences <= states else "too few"
    print(length, sentences, room)

# --- Kuangalia nyuma ---

weights = torch.tensor([0.1, 0.2, 0.7])
vectors = torch.tensor([
    [4.0, 0.0],   # Kannst
    [0.0, 6.0],   # mir
    [10.0, 2.0],  # helfen
])
# unsqueeze(-1) huufanya uzito kuwa safu wima, ili kila safu
# mlalo ya vekta izidishwe kwa uzito wake yenyewe
weighted = weights.unsqueeze(-1) * vectors
print(weighted)
print(weighted.sum(dim=0))  # jumla ya kila safu wima

weights_on_first = torch.zeros(41)  # mmoja kwa kila neno
weights_on_first[0] = 1.0
# unsqueeze(0) huifanya vekta iwe matriki ya safu mlalo moja,
# na cat huweka matriki moja chini ya nyingine
keep_hello = torch.cat([embeddings["Hello"].unsqueeze(0), more_words])
keep_sun = torch.cat([embeddings["sun"].unsqueeze(0), more_words])
print(weights_on_first @ keep_hello)  # @: jumla ileile yenye uzito
print(weights_on_first @ keep_sun)

def layers_needed(distance, growth):
    # umbali uliofikiwa, umbali wa tabaka moja, idadi
    reach, stride, layers = 0, 1, 0
    while reach < distance:
        reach = reach + stride
        stride = stride * growth
        layers = layers + 1
    return layers


print("apart recurrent convolution dilated attention")
for apart in [1, 4, 40, 400]:
    plain = layers_needed(apart, growth=1)
    dilated = layers_needed(apart, growth=3)
    print(f"{apart:5} {apart:9} {plain:11} {dilated:7} {1:9}")

# --- Jambo lilelile ndani ya sentensi moja ---

words = ["The", "dogs", "bark", "loudly"]
properties = torch.tensor([  # (maneno, sifa)
    # nomino, wingi, hai
    [0.0, 0.0, 0.0],  # The
    [1.0, 1.0, 1.0],  # dogs
    [0.0, 0.0, 0.0],  # bark, kitenzi
    [0.0, 0.0, 0.0],  # loudly
])
question = torch.tensor([1.0, 1.0, 1.0])  # swali la bark
# * huzidisha kila safu mlalo kwa swali; sum(dim=-1) hujumlisha kwenye
# mhimili wa mwisho, yaani kila safu mlalo; sum(dim=0) kila safu wima
print((question * properties).sum(dim=-1))

nouns = torch.tensor([
    [1.0, 1.0, 1.0],  # dogs (mbwa, wingi)
    [1.0, 0.0, 1.0],  # dog (mbwa, umoja)
    [1.0, 1.0, 0.0],  # stones (mawe)
    [1.0, 0.0, 0.0],  # joy (furaha)
])
print((question * nouns).sum(dim=-1))

# --- Neno linageukia wapi? ---

taken = 0.5 * meaning["dogs"] + 0.5 * meaning["tree"]
noise, tree = meaning["bark"] + taken
print(f"{math.degrees(math.atan2(tree, noise)):.0f}")

# kiasi ambacho bark inachukua kwa kila jirani; jumla ni 1
on_dogs = ...
on_tree = ...

for on_dogs in [0.5, 0.8, 1.0]:
    on_tree = 1 - on_dogs
    taken = on_dogs * meaning["dogs"] + on_tree * meaning["tree"]
    noise, tree = meaning["bark"] + taken
    print(on_dogs, f"{math.degrees(math.atan2(tree, noise)):.0f}")

# --- Enkoda husahau kwa kasi gani? ---

share, further_words = 0.5, 0
while share >= 0.01:
    share = share * 0.5
    further_words += 1
print(further_words)

# mgao wa neno la kwanza baada ya maneno 0, 5 na 40 kuongezwa
half_shares = [0.5 * 0.5 ** n for n in [0, 5, 40]]
slow_shares = ...  # migao hiyohiyo kwa kanuni mpya

assert share == 1 / 128
assert 1 / 64 > 1 / 100 > 1 / 128
half_shares = [0.5 * 0.5 ** n for n in [0, 5, 40]]
slow_shares = [0.1 * 0.9 ** n for n in [0, 5, 40]]
print([round(share, 4) for share in half_shares])
print([round(share, 4) for share in slow_shares])

# --- Uliza kitu kingine ---

# kijenzi kimoja kwa kila sifa: nomino, wingi, hai
other_question = ...  # (3,)

other_question = torch.tensor([1.0, 1.0, -1.0])
matches = (other_question * nouns).sum(dim=-1)
print(matches)
assert matches.argmax() == 2  # mahali pa namba kubwa kabisa: stones

# --- Sentensi nyingine ---

swahili = ["Ninapenda", "jua"]
# safu mlalo kwa kila neno la “I like the sun”, na 1 panapoangaliwa
new_looks = ...  # (4, 2)

swahili = ["Ninapenda", "jua"]
new_looks = torch.tensor([
    [1.0, 0.0],  # I
    [1.0, 0.0],  # like
    [0.0, 1.0],  # the
    [0.0, 1.0],  # sun
])
print(new_looks.sum(dim=-1))  # kila neno la Kiingereza: neno moja
print(new_looks.sum(dim=0))   # neno limeangaliwa mara ngapi
