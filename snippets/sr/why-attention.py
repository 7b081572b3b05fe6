# Čemu služi pažnja?
# https://attention-by-example.github.io/attention-by-example/sr/why-attention/
# License: MIT
# Needs: pip install torch

# --- Reči postaju vektori ---

import torch  # biblioteka koju koriste sva poglavlja

embeddings = {  # torch niz ili tabelu brojeva zove tensor
    "Hello": torch.tensor([0.34, 0.22, 0.54]),
    "shiny": torch.tensor([0.53, 0.34, 0.98]),
    "sun": torch.tensor([0.29, 0.54, 0.93]),
}
print(embeddings["sun"])  # torch ispisuje četiri decimale

# --- Vektor kao strelica ---

meaning = {
    # buka, drvo
    "The": torch.tensor([0.0, 0.0]),
    "bark": torch.tensor([2.0, 2.0]),
    "dogs": torch.tensor([4.0, 0.0]),
    "tree": torch.tensor([0.0, 4.0]),
}

def update(word, neighbor):
    taken = 0.5 * meaning[neighbor]
    updated = meaning[word] + taken  # komponenta po komponenta
    # stack slaže tri vektora jedan ispod drugog
    return torch.stack([meaning[word], taken, updated])


print(update("bark", "dogs"))

print(update("bark", "tree"))

import math

for neighbor in ["The", "dogs", "tree"]:
    noise, tree = update("bark", neighbor)[2]  # treći red: novi vektor
    # atan2 daje ugao u radijanima, a degrees ga pretvara u stepene
    angle = math.degrees(math.atan2(tree, noise))
    print(f"{neighbor:4} {angle:.0f}")

# --- Reč po reč nije dovoljno ---

dictionary = {
    "Kannst": "Can", "du": "you", "mir": "me", "helfen": "help",
    "diesen": "this", "Satz": "sentence", "zu": "to",
    "übersetzen": "translate",
}
german = "Kannst du mir helfen diesen Satz zu übersetzen".split()
print(" ".join(dictionary[word] for word in german))

english = "Can you help me translate this sentence".split()
# za svaku englesku reč nemačka reč u koju ona gleda
looks_at = ["Kannst", "du", "helfen", "mir",
            "übersetzen", "diesen", "Satz"]

# matrica nula, oblika (redovi, kolone)
looks = torch.zeros(len(english), len(german))
for row, word in enumerate(looks_at):
    looks[row, german.index(word)] = 1  # index: na kom je mestu
print(looks)

# --- Jedan vektor za celu rečenicu ---

def read(vectors):
    state = torch.zeros(3)  # tri komponente, kao ugrađeni vektor
    for vector in vectors:
        state = 0.5 * state + 0.5 * vector
    return state


print(read([embeddings["Hello"], embeddings["shiny"]]))
print(read([embeddings["sun"], embeddings["shiny"]]))

torch.manual_seed(0)
# slučajni brojevi od 0 do 1, u obliku (tokeni, komponente)
more_words = torch.rand(40, 3)

for count in [1, 5, 10, 15, 40]:
    rest = list(more_words[:count])
    with_hello = read([embeddings["Hello"]] + rest)
    with_sun = read([embeddings["sun"]] + rest)
    # abs uklanja minuse, a max uzima najveći broj
    difference = (with_hello - with_sun).abs().max()
    same = torch.equal(with_hello, with_sun)  # svi brojevi jednaki?
    print(f"{count:2} {difference:.6f} {same}")

# --- Da li bi pomoglo bolje pravilo? ---

states = 100 * 100
for length in [1, 2, 3, 4]:
    sentences = 50 ** length
    room = "enough" if sentences <= states else "too few"
    print(length, sentences, room)

# --- Pogled unazad ---

weights = torch.tensor([0.1, 0.2, 0.7])
vectors = torch.tensor([
    [4.0, 0.0],   # Kannst
    [0.0, 6.0],   # mir
    [10.0, 2.0],  # helfen
])
# unsqueeze(-1) od tri težine pravi kolonu, tako da se
# svaki red u vectors množi svojom težinom
weighted = weights.unsqueeze(-1) * vectors
print(weighted)
print(weighted.sum(dim=0))  # zbir svake kolone

weights_on_first = torch.zeros(41)  # po jedna težina za svaku reč
weights_on_first[0] = 1.0
# unsqueeze(0) od vektora pravi matricu s jednim redom,
# a cat slaže matrice jednu ispod druge
keep_hello = torch.cat([embeddings["Hello"].unsqueeze(0), more_words])
keep_sun = torch.cat([embeddings["sun"].unsqueeze(0), more_words])
print(weights_on_first @ keep_hello)  # @: isti ponderisani zbir
print(weights_on_first @ keep_sun)

def layers_needed(distance, growth):
    # dokle stiže poruka, koliko daleko gleda sloj, broj slojeva
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

# --- Isto to unutar jedne rečenice ---

words = ["The", "dogs", "bark", "loudly"]
properties = torch.tensor([  # (reči, osobine)
    # imenica, množina, živo
    [0.0, 0.0, 0.0],  # The
    [1.0, 1.0, 1.0],  # dogs
    [0.0, 0.0, 0.0],  # bark, glagol
    [0.0, 0.0, 0.0],  # loudly
])
question = torch.tensor([1.0, 1.0, 1.0])  # bark pita
# * množi svaki red pitanjem; sum(dim=-1) sabira duž poslednje
# ose, dakle svaki red, a sum(dim=0) svaku kolonu
print((question * properties).sum(dim=-1))

nouns = torch.tensor([
    [1.0, 1.0, 1.0],  # dogs
    [1.0, 0.0, 1.0],  # dog
    [1.0, 1.0, 0.0],  # stones (kamenje)
    [1.0, 0.0, 0.0],  # joy (radost)
])
print((question * nouns).sum(dim=-1))

# --- Na koju stranu se reč okreće? ---

taken = 0.5 * meaning["dogs"] + 0.5 * meaning["tree"]
noise, tree = meaning["bark"] + taken
print(f"{math.degrees(math.atan2(tree, noise)):.0f}")

# koliko bark uzima od svakog suseda; zajedno 1
on_dogs = ...
on_tree = ...

for on_dogs in [0.5, 0.8, 1.0]:
    on_tree = 1 - on_dogs
    taken = on_dogs * meaning["dogs"] + on_tree * meaning["tree"]
    noise, tree = meaning["bark"] + taken
    print(on_dogs, f"{math.degrees(math.atan2(tree, noise)):.0f}")

# --- Koliko brzo enkoder zaboravlja? ---

share, further_words = 0.5, 0
while share >= 0.01:
    share = share * 0.5
    further_words += 1
print(further_words)

# udeo prve reči posle 0, 5 i 40 dodatnih reči
half_shares = [0.5 * 0.5 ** n for n in [0, 5, 40]]
slow_shares = ...  # ista tri udela po novom pravilu

assert share == 1 / 128
assert 1 / 64 > 1 / 100 > 1 / 128
half_shares = [0.5 * 0.5 ** n for n in [0, 5, 40]]
slow_shares = [0.1 * 0.9 ** n for n in [0, 5, 40]]
print([round(share, 4) for share in half_shares])
print([round(share, 4) for share in slow_shares])

# --- Postavite drugo pitanje ---

# po jedna želja za svaku osobinu: imenica, množina, živo
other_question = ...  # (3,)

other_question = torch.tensor([1.0, 1.0, -1.0])
matches = (other_question * nouns).sum(dim=-1)
print(matches)
assert matches.argmax() == 2  # pozicija najvećeg: stones

# --- Još jedna rečenica ---

swahili = ["Ninapenda", "jua"]
# red za svaku reč iz „I like the sun”, 1 za svaki pogled
new_looks = ...  # (4, 2)

swahili = ["Ninapenda", "jua"]
new_looks = torch.tensor([
    [1.0, 0.0],  # I
    [1.0, 0.0],  # like
    [0.0, 1.0],  # the
    [0.0, 1.0],  # sun
])
print(new_looks.sum(dim=-1))  # svaki red: jedan pogled po reči
print(new_looks.sum(dim=0))   # svaka kolona: broj pogleda
