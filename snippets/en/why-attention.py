# Why attention?
# https://attention-by-example.github.io/attention-by-example/why-attention/
# License: MIT
# Needs: pip install torch

# --- Words become vectors ---

import torch  # the library that all chapters use

embeddings = {  # torch calls a list or table of numbers a tensor
    "Hello": torch.tensor([0.34, 0.22, 0.54]),
    "shiny": torch.tensor([0.53, 0.34, 0.98]),
    "sun": torch.tensor([0.29, 0.54, 0.93]),
}
print(embeddings["sun"])  # torch prints four decimals

# --- A vector as an arrow ---

meaning = {
    # noise, tree
    "The": torch.tensor([0.0, 0.0]),
    "bark": torch.tensor([2.0, 2.0]),
    "dogs": torch.tensor([4.0, 0.0]),
    "tree": torch.tensor([0.0, 4.0]),
}

def update(word, neighbor):
    taken = 0.5 * meaning[neighbor]
    updated = meaning[word] + taken  # component by component
    # stack puts the three vectors one below the other
    return torch.stack([meaning[word], taken, updated])


print(update("bark", "dogs"))

print(update("bark", "tree"))

import math

for neighbor in ["The", "dogs", "tree"]:
    noise, tree = update("bark", neighbor)[2]  # third row: updated
    # atan2 gives an arrow's angle in radians; degrees converts it
    angle = math.degrees(math.atan2(tree, noise))
    print(f"{neighbor:4} {angle:.0f}")

# --- Word by word isn't enough ---

dictionary = {
    "Kannst": "Can", "du": "you", "mir": "me", "helfen": "help",
    "diesen": "this", "Satz": "sentence", "zu": "to",
    "übersetzen": "translate",
}
german = "Kannst du mir helfen diesen Satz zu übersetzen".split()
print(" ".join(dictionary[word] for word in german))

english = "Can you help me translate this sentence".split()
# for each English word, the German word that it looks at
looks_at = ["Kannst", "du", "helfen", "mir",
            "übersetzen", "diesen", "Satz"]

# a matrix of zeros with the shape (rows, columns)
looks = torch.zeros(len(english), len(german))
for row, word in enumerate(looks_at):
    looks[row, german.index(word)] = 1  # index: where it is
print(looks)

# --- One vector for a whole sentence ---

def read(vectors):
    state = torch.zeros(3)  # as many components as an embedding
    for vector in vectors:
        state = 0.5 * state + 0.5 * vector
    return state


print(read([embeddings["Hello"], embeddings["shiny"]]))
print(read([embeddings["sun"], embeddings["shiny"]]))

torch.manual_seed(0)
# random numbers from 0 to 1, in the shape (tokens, components)
more_words = torch.rand(40, 3)

for count in [1, 5, 10, 15, 40]:
    rest = list(more_words[:count])
    with_hello = read([embeddings["Hello"]] + rest)
    with_sun = read([embeddings["sun"]] + rest)
    # abs drops the minus signs, and max takes the largest number
    difference = (with_hello - with_sun).abs().max()
    same = torch.equal(with_hello, with_sun)  # all numbers equal?
    print(f"{count:2} {difference:.6f} {same}")

# --- Would a better rule help? ---

states = 100 * 100
for length in [1, 2, 3, 4]:
    sentences = 50 ** length
    room = "enough" if sentences <= states else "too few"
    print(length, sentences, room)

# --- Looking back ---

weights = torch.tensor([0.1, 0.2, 0.7])
vectors = torch.tensor([
    [4.0, 0.0],   # Kannst
    [0.0, 6.0],   # mir
    [10.0, 2.0],  # helfen
])
# unsqueeze(-1) turns the three weights into a column, so that
# each row of vectors is multiplied by its own weight
weighted = weights.unsqueeze(-1) * vectors
print(weighted)
print(weighted.sum(dim=0))  # the sum of each column

weights_on_first = torch.zeros(41)  # one weight for each word
weights_on_first[0] = 1.0
# unsqueeze(0) makes a vector a matrix with one row,
# and cat puts matrices one below the other
keep_hello = torch.cat([embeddings["Hello"].unsqueeze(0), more_words])
keep_sun = torch.cat([embeddings["sun"].unsqueeze(0), more_words])
print(weights_on_first @ keep_hello)  # @: the same weighted sum
print(weights_on_first @ keep_sun)

def layers_needed(distance, growth):
    # how far a message gets, how far one layer looks, how many
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

# --- The same within one sentence ---

words = ["The", "dogs", "bark", "loudly"]
properties = torch.tensor([  # (words, properties)
    # noun, plural, alive
    [0.0, 0.0, 0.0],  # The
    [1.0, 1.0, 1.0],  # dogs
    [0.0, 0.0, 0.0],  # bark, a verb
    [0.0, 0.0, 0.0],  # loudly
])
question = torch.tensor([1.0, 1.0, 1.0])  # asked by bark
# * multiplies each row by the question; sum(dim=-1) adds along
# the last axis, so each row, and sum(dim=0) down each column
print((question * properties).sum(dim=-1))

nouns = torch.tensor([
    [1.0, 1.0, 1.0],  # dogs
    [1.0, 0.0, 1.0],  # dog
    [1.0, 1.0, 0.0],  # stones
    [1.0, 0.0, 0.0],  # joy
])
print((question * nouns).sum(dim=-1))

# --- Which way does the word turn? ---

taken = 0.5 * meaning["dogs"] + 0.5 * meaning["tree"]
noise, tree = meaning["bark"] + taken
print(f"{math.degrees(math.atan2(tree, noise)):.0f}")

# what bark takes from each neighbor; together 1
on_dogs = ...
on_tree = ...

for on_dogs in [0.5, 0.8, 1.0]:
    on_tree = 1 - on_dogs
    taken = on_dogs * meaning["dogs"] + on_tree * meaning["tree"]
    noise, tree = meaning["bark"] + taken
    print(on_dogs, f"{math.degrees(math.atan2(tree, noise)):.0f}")

# --- How fast does the encoder forget? ---

share, further_words = 0.5, 0
while share >= 0.01:
    share = share * 0.5
    further_words += 1
print(further_words)

# the share of the first word after 0, 5 and 40 further words
half_shares = [0.5 * 0.5 ** n for n in [0, 5, 40]]
slow_shares = ...  # the same three, with the new rule

assert share == 1 / 128
assert 1 / 64 > 1 / 100 > 1 / 128
half_shares = [0.5 * 0.5 ** n for n in [0, 5, 40]]
slow_shares = [0.1 * 0.9 ** n for n in [0, 5, 40]]
print([round(share, 4) for share in half_shares])
print([round(share, 4) for share in slow_shares])

# --- Ask for something else ---

# a wish for each property: noun, plural, alive
other_question = ...  # (3,)

other_question = torch.tensor([1.0, 1.0, -1.0])
matches = (other_question * nouns).sum(dim=-1)
print(matches)
assert matches.argmax() == 2  # position of the largest: stones

# --- Another sentence ---

swahili = ["Ninapenda", "jua"]
# a row for each word of "I like the sun", a 1 for each look
new_looks = ...  # (4, 2)

swahili = ["Ninapenda", "jua"]
new_looks = torch.tensor([
    [1.0, 0.0],  # I
    [1.0, 0.0],  # like
    [0.0, 1.0],  # the
    [0.0, 1.0],  # sun
])
print(new_looks.sum(dim=-1))  # each row: one look per English word
print(new_looks.sum(dim=0))   # each column: how often looked at
