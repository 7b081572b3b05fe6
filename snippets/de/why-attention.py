# Warum Aufmerksamkeit?
# https://attention-by-example.github.io/attention-by-example/de/why-attention/
# License: MIT
# Needs: pip install torch

# --- Aus Wörtern werden Vektoren ---

import torch  # die Bibliothek, die alle Kapitel benutzen

embeddings = {  # „Tensor“ heißt bei torch jede Zahlenliste oder -tabelle
    "Hello": torch.tensor([0.34, 0.22, 0.54]),
    "shiny": torch.tensor([0.53, 0.34, 0.98]),
    "sun": torch.tensor([0.29, 0.54, 0.93]),
}
print(embeddings["sun"])  # torch zeigt vier Nachkommastellen

# --- Ein Vektor als Pfeil ---

meaning = {
    # Lärm, Baum
    "The": torch.tensor([0.0, 0.0]),
    "bark": torch.tensor([2.0, 2.0]),
    "dogs": torch.tensor([4.0, 0.0]),
    "tree": torch.tensor([0.0, 4.0]),
}

def update(word, neighbor):
    taken = 0.5 * meaning[neighbor]
    updated = meaning[word] + taken  # Komponente für Komponente
    # stack setzt die drei Vektoren untereinander
    return torch.stack([meaning[word], taken, updated])


print(update("bark", "dogs"))

print(update("bark", "tree"))

import math

for neighbor in ["The", "dogs", "tree"]:
    noise, tree = update("bark", neighbor)[2]  # Zeile 3: aktualisiert
    # atan2 liefert den Winkel im Bogenmaß, degrees rechnet in Grad um
    angle = math.degrees(math.atan2(tree, noise))
    print(f"{neighbor:4} {angle:.0f}")

# --- Wort für Wort genügt nicht ---

dictionary = {
    "Kannst": "Can", "du": "you", "mir": "me", "helfen": "help",
    "diesen": "this", "Satz": "sentence", "zu": "to",
    "übersetzen": "translate",
}
german = "Kannst du mir helfen diesen Satz zu übersetzen".split()
print(" ".join(dictionary[word] for word in german))

english = "Can you help me translate this sentence".split()
# für jedes englische Wort das deutsche, auf das es schaut
looks_at = ["Kannst", "du", "helfen", "mir",
            "übersetzen", "diesen", "Satz"]

# eine Matrix aus Nullen mit der Form (Zeilen, Spalten)
looks = torch.zeros(len(english), len(german))
for row, word in enumerate(looks_at):
    looks[row, german.index(word)] = 1  # index: an welcher Stelle
print(looks)

# --- Ein Vektor für einen ganzen Satz ---

def read(vectors):
    state = torch.zeros(3)  # so viele Komponenten wie ein Embedding
    for vector in vectors:
        state = 0.5 * state + 0.5 * vector
    return state


print(read([embeddings["Hello"], embeddings["shiny"]]))
print(read([embeddings["sun"], embeddings["shiny"]]))

torch.manual_seed(0)
# Zufallszahlen von 0 bis 1, in der Form (Tokens, Komponenten)
more_words = torch.rand(40, 3)

for count in [1, 5, 10, 15, 40]:
    rest = list(more_words[:count])
    with_hello = read([embeddings["Hello"]] + rest)
    with_sun = read([embeddings["sun"]] + rest)
    # abs streicht die Minuszeichen, max nimmt die größte Zahl
    difference = (with_hello - with_sun).abs().max()
    same = torch.equal(with_hello, with_sun)  # alle Zahlen gleich?
    print(f"{count:2} {difference:.6f} {same}")

# --- Würde eine bessere Regel helfen? ---

states = 100 * 100
for length in [1, 2, 3, 4]:
    sentences = 50 ** length
    room = "enough" if sentences <= states else "too few"
    print(length, sentences, room)

# --- Zurückschauen ---

weights = torch.tensor([0.1, 0.2, 0.7])
vectors = torch.tensor([
    [4.0, 0.0],   # Kannst
    [0.0, 6.0],   # mir
    [10.0, 2.0],  # helfen
])
# unsqueeze(-1) macht aus den drei Gewichten eine Spalte, damit
# jede Zeile von vectors mit ihrem eigenen Gewicht multipliziert wird
weighted = weights.unsqueeze(-1) * vectors
print(weighted)
print(weighted.sum(dim=0))  # Summe jeder Spalte

weights_on_first = torch.zeros(41)  # ein Gewicht für jedes Wort
weights_on_first[0] = 1.0
# unsqueeze(0) macht aus einem Vektor eine Matrix mit einer Zeile,
# cat setzt Matrizen untereinander
keep_hello = torch.cat([embeddings["Hello"].unsqueeze(0), more_words])
keep_sun = torch.cat([embeddings["sun"].unsqueeze(0), more_words])
print(weights_on_first @ keep_hello)  # @: dieselbe gewichtete Summe
print(weights_on_first @ keep_sun)

def layers_needed(distance, growth):
    # Weg der Nachricht, Sichtweite der Schicht, Zahl der Schichten
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

# --- Dasselbe innerhalb eines Satzes ---

words = ["The", "dogs", "bark", "loudly"]
properties = torch.tensor([  # (Wörter, Eigenschaften)
    # Nomen, Plural, lebendig
    [0.0, 0.0, 0.0],  # The
    [1.0, 1.0, 1.0],  # dogs
    [0.0, 0.0, 0.0],  # bark, ein Verb
    [0.0, 0.0, 0.0],  # loudly
])
question = torch.tensor([1.0, 1.0, 1.0])  # so fragt bark
# * multipliziert jede Zeile mit der Frage; sum(dim=-1) addiert
# entlang der letzten Achse, also jede Zeile, sum(dim=0) jede Spalte
print((question * properties).sum(dim=-1))

nouns = torch.tensor([
    [1.0, 1.0, 1.0],  # dogs (Hunde)
    [1.0, 0.0, 1.0],  # dog (Hund)
    [1.0, 1.0, 0.0],  # stones (Steine)
    [1.0, 0.0, 0.0],  # joy (Freude)
])
print((question * nouns).sum(dim=-1))

# --- Wohin dreht sich das Wort? ---

taken = 0.5 * meaning["dogs"] + 0.5 * meaning["tree"]
noise, tree = meaning["bark"] + taken
print(f"{math.degrees(math.atan2(tree, noise)):.0f}")

# was bark von jedem Nachbarn nimmt; zusammen 1
on_dogs = ...
on_tree = ...

for on_dogs in [0.5, 0.8, 1.0]:
    on_tree = 1 - on_dogs
    taken = on_dogs * meaning["dogs"] + on_tree * meaning["tree"]
    noise, tree = meaning["bark"] + taken
    print(on_dogs, f"{math.degrees(math.atan2(tree, noise)):.0f}")

# --- Wie schnell vergisst der Encoder? ---

share, further_words = 0.5, 0
while share >= 0.01:
    share = share * 0.5
    further_words += 1
print(further_words)

# Anteil des ersten Worts nach 0, 5 und 40 weiteren Wörtern
half_shares = [0.5 * 0.5 ** n for n in [0, 5, 40]]
slow_shares = ...  # dieselben drei, nach der neuen Regel

assert share == 1 / 128
assert 1 / 64 > 1 / 100 > 1 / 128
half_shares = [0.5 * 0.5 ** n for n in [0, 5, 40]]
slow_shares = [0.1 * 0.9 ** n for n in [0, 5, 40]]
print([round(share, 4) for share in half_shares])
print([round(share, 4) for share in slow_shares])

# --- Frag nach etwas anderem ---

# ein Wunsch für jede Eigenschaft: Nomen, Plural, lebendig
other_question = ...  # (3,)

other_question = torch.tensor([1.0, 1.0, -1.0])
matches = (other_question * nouns).sum(dim=-1)
print(matches)
assert matches.argmax() == 2  # Stelle der größten: stones

# --- Ein anderer Satz ---

swahili = ["Ninapenda", "jua"]
# je Wort von „I like the sun“ eine Zeile, für jeden Blick eine 1
new_looks = ...  # (4, 2)

swahili = ["Ninapenda", "jua"]
new_looks = torch.tensor([
    [1.0, 0.0],  # I
    [1.0, 0.0],  # like
    [0.0, 1.0],  # the
    [0.0, 1.0],  # sun
])
print(new_looks.sum(dim=-1))  # jede Zeile: ein Blick je Wort
print(new_looks.sum(dim=0))   # jede Spalte: wie oft angeschaut
