# Vaš model u istraživaču
# https://attention-by-example.github.io/attention-by-example/sr/attention-file/
# License: MIT
# Needs: pip install torch tokenizers transformers

# What the code below reads is fetched if it isn't here yet.
def fetch(name, digest):
    from hashlib import sha256
    from pathlib import Path
    from urllib.request import urlopen

    address = "https://attention-by-example.github.io/attention-by-example/sr/attention-file/" + name
    if Path(name).is_file():
        return
    try:
        with urlopen(address, timeout=60) as answer:
            content = answer.read()
    except OSError as error:
        raise SystemExit(f"{address} nije dostupno: {error}. Preuzmite datoteku tamo gde ima interneta i stavite je u fasciklu u kojoj se ovaj kod izvršava.")
    if sha256(content).hexdigest() != digest:
        raise SystemExit(f"{address} nije datoteka za koju je ovaj kod napisan. Preuzmite kod ponovo.")
    Path(name).write_bytes(content)


fetch("attention_file.py", "3dd3b6af562258c20f1aa191be11040fddfcde7b7804dc6ab596b28d15529a9b")

import importlib
import sys

sys.path.insert(0, "")
importlib.invalidate_caches()

# --- Tri reda ---

# (downloads a model)
# from attention_file import save_attention
# from transformers import AutoModel, AutoTokenizer
# 
# model = AutoModel.from_pretrained("gpt2")
# tokenizer = AutoTokenizer.from_pretrained("gpt2")
# save_attention("attention.json", model, tokenizer,
#                "The dogs near the house")

import json
from pathlib import Path

import torch
from attention_file import save_attention
from tokenizers import Tokenizer, models, pre_tokenizers
from transformers import (
    GPT2Config,
    GPT2Model,
    PreTrainedTokenizerFast,
)


def written(name):                     # sadržaj datoteke
    path = Path(name)
    file = json.loads(path.read_text("utf-8"))
    path.unlink()                      # bez ovog reda datoteka ostaje
    return file


torch.manual_seed(123)
sentence = "The dogs near the house"
numbers = {word: n for n, word in enumerate(sentence.split())}
words = Tokenizer(models.WordLevel(numbers, unk_token="The"))
words.pre_tokenizer = pre_tokenizers.WhitespaceSplit()
tokenizer = PreTrainedTokenizerFast(tokenizer_object=words)
model = GPT2Model(GPT2Config(
    n_layer=2, n_head=4, n_embd=32, vocab_size=5,
    initializer_range=0.2, bos_token_id=0, eos_token_id=0))

save_attention("attention.json", model, tokenizer, sentence)
file = written("attention.json")
print(file["kind"], *file["tokens"])
for row in file["attention"][0][3]:    # sloj 0, glava 3
    print(*[f"{weight:.2f}" for weight in row])

# --- Parovi rečenica, modeli iz dva dela, slike ---

from transformers import BertConfig, BertModel, BertTokenizer

names = "[PAD] [UNK] [CLS] [SEP] [MASK] the dogs bark bee buzzes"
vocabulary = {name: n for n, name in enumerate(names.split())}
bert = BertModel(BertConfig(
    num_hidden_layers=2, num_attention_heads=4, hidden_size=32,
    intermediate_size=64, vocab_size=len(vocabulary)))
save_attention("pair.json", bert, BertTokenizer(vocabulary),
               "the dogs bark", "the bee buzzes")
file = written("pair.json")
print(file["kind"], *file["tokens"])
print("second sentence from", file["sentence_b_start"])

from transformers import T5Config, T5Model, T5Tokenizer

pieces = ("<pad> </s> <unk> ▁Kannst ▁du ▁mir ▁helfen "
          "▁Can ▁you ▁help")
t5_tokenizer = T5Tokenizer(
    [(piece, 0.0) for piece in pieces.split()], extra_ids=0)
t5 = T5Model(T5Config(
    vocab_size=10, d_model=32, d_kv=8, d_ff=64, num_layers=2,
    num_heads=4, decoder_start_token_id=0))
save_attention("translation.json", t5, t5_tokenizer,
               "Kannst du mir helfen", target="Can you help")
file = written("translation.json")
for part in ["encoder", "decoder"]:
    print(part, file[part]["tokens"])
print(len(file["cross"]["attention"][0][0]), "output tokens,",
      len(file["cross"]["attention"][0][0][0]), "input tokens")

from transformers import ViTConfig, ViTModel

vit = ViTModel(ViTConfig(
    image_size=8, patch_size=4, hidden_size=32, num_hidden_layers=2,
    num_attention_heads=4, intermediate_size=64))
save_attention("image.json", vit,
               pixel_values=torch.randn(1, 3, 8, 8))
print(written("image.json")["tokens"])

# --- Šta se izostavlja, a šta se odbija ---

try:
    save_attention("help.json", t5, t5_tokenizer, "Kannst du mir helfen")
except Exception as error:
    print(f"{type(error).__name__}: {error}")

# --- Istraživač u svesci ---

import json


def explorer_page(template, file):
    data = json.dumps(file).replace("<", "\\u003c")
    return template.replace('id="attention">null<',
                            f'id="attention">{data}<')


tiny = {"kind": "decoder", "tokens": ["</script>"],
        "attention": [[[[1]]]]}
template = '<script id="attention">null</script>'     # skraćeno
page = explorer_page(template, tiny)
inside = page.removeprefix('<script id="attention">')
inside = inside.removesuffix("</script>")
assert "<" not in inside and json.loads(inside) == tiny
print(inside)

# (needs the downloaded page)
# from html import escape
# from pathlib import Path
# 
# from IPython.display import HTML
# 
# template = Path("attention-explorer.html").read_text("utf-8")
# file = json.loads(Path("attention.json").read_text("utf-8"))
# HTML('<iframe width="100%" height="900" '
#      f'srcdoc="{escape(explorer_page(template, file))}"></iframe>')

# --- Format, verzija 1 ---

def shape(lists):
    if not isinstance(lists, list):
        return []                                     # broj
    return [len(lists), *shape(lists[0])]


decoder = json.loads("""
    {"version": 1, "kind": "decoder",
     "tokens": ["The", "Ġdogs"],
     "attention": [[[[1, 0], [0.3, 0.7]]]]}
""")
assert shape(decoder["attention"]) == [1, 1, 2, 2]    # [L][H][Q][K]

encoder = json.loads("""
    {"version": 1, "kind": "encoder",
     "tokens": ["dogs", "bark"], "sentence_b_start": 1,
     "attention": [[[[0.6, 0.4], [0.3, 0.7]]]]}
""")
assert 1 <= encoder["sentence_b_start"] < len(encoder["tokens"])

both = json.loads("""
    {"version": 1, "kind": "encoder-decoder",
     "encoder": {"tokens": ["Hilfe", "</s>"],
                 "attention": [[[[0.6, 0.4], [0.3, 0.7]]]]},
     "decoder": {"tokens": ["<pad>"], "attention": [[[[1]]]]},
     "cross": {"attention": [[[[0.8, 0.2]]]]}}
""")
queries, keys = both["decoder"]["tokens"], both["encoder"]["tokens"]
assert shape(both["cross"]["attention"]) == [
    1, 1, len(queries), len(keys)]
