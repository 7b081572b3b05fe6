# Izmereno
# https://attention-by-example.github.io/attention-by-example/sr/measured/
# License: MIT

# What the code below reads is fetched if it isn't here yet.
def fetch(name, digest):
    from hashlib import sha256
    from pathlib import Path
    from urllib.request import urlopen

    address = "https://attention-by-example.github.io/attention-by-example/sr/measured/" + name
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


fetch("figures.json", "05b2198ecd92d042cd747c6da7b7281a0a7083022a4d464cc7d90c8d483168df")

# --- Kako se čitaju brojke ---

import json
import statistics

with open("figures.json", encoding="utf-8") as file:
    figures = json.load(file)

machine = figures["machine"]
print(f"{machine['processor']}, {machine['cores']} cores")
for name, version in figures["versions"].items():
    print(f"{name:<20} {version}")

runs = [3.1, 9.7, 2.9]  # sekunde; drugo merenje je nešto omelo
print(statistics.median(runs))

def rows(benchmark, beginning):
    for table in figures["benchmarks"][benchmark]["tables"]:
        if table["title"].startswith(beginning):
            return {row["name"]: row for row in table["rows"]}

# --- Koje se greške primećuju ---

faults = rows("peers", "faults noticed")
print("tool            faults")
for tool, row in faults.items():
    print(f"{tool:<16}{row['median']:6.0f}")

for grid in figures["benchmarks"]["peers"]["grids"]:
    if grid["title"] == "faults noticed, by kind":
        # po šest slova svakog imena
        names = "".join(f"{tool[:6]:>7}" for tool in grid["heads"])
        print(f"{'of':>31}{names}")
        for kind, cells in grid["rows"].items():
            counts = [cell.split(" of ") for cell in cells]
            numbers = "".join(f"{count:>7}" for count, _ in counts)
            print(f"{kind:<28}{counts[0][1]:>3}{numbers}")

for grid in figures["benchmarks"]["peers"]["grids"]:
    if grid["title"] == "faults that handbook doesn't notice":
        for fault, (kind, place) in grid["rows"].items():
            print(f"{kind}: {place}")

# --- Koliko traje pokretanje svih stranica ---

for name, row in rows("examples", "against import torch").items():
    print(f"{name:<24}{row['ratio']:6.1f}")

times = rows("peers", "processor time")
print("tool             times")
for tool, row in times.items():
    print(f"{tool:<16}{row['ratio']:6.2f}")

# --- Koliko traje izgradnja sajta ---

names = {
    "handbook": "handbook build",
    "static-i18n": "mkdocs-static-i18n",
    "Material": "Material, a build a language",
    "MkDocs": "MkDocs without Material, a build a language",
}
build = rows("building", "processor time")
print("builder          times")
for short, name in names.items():
    print(f"{short:<16}{build[name]['ratio']:6.2f}")

for name, row in rows("building", "processor time for each page").items():
    print(f"{name:<50}{row['median']:6.0f}")

# --- Koliko traje provera prevoda ---

tables = figures["benchmarks"]["status"]["tables"]
largest = [table for table in tables if "processor" in table["title"]][-1]
print(largest["title"])
for row in largest["rows"]:
    print(f"{row['name']:<36}{row['ratio']:6.2f}")

# --- Koliko čitalac čeka ---

first = rows("pages", "something is painted")
kinds = ["home", "a chapter", "explorer", "a lab"]
print("                  stock    here")
for kind in kinds:
    stock, here = (first[f"{kind}, {site}"]["median"]
                   for site in ("stock", "this site"))
    print(f"{kind:<15}{stock:8.1f}{here:8.1f}")

print("                  stock    here   hosts")
for kind in kinds:
    sent = rows("pages", f"{kind}: what the first visit")
    stock, here = (sent[f"all, {site}"]["median"]
                   for site in ("stock", "this site"))
    hosts = [sent[f"other hosts, {site}"]["median"]
             for site in ("stock", "this site")]
    print(f"{kind:<15}{stock:8.0f}{here:8.0f}{hosts[0]:6.0f}/{hosts[1]:.0f}")

# --- Pažnja iz udžbenika ---

names = {
    "MultiHeadAttention": "MultiHeadAttention of the tutorial",
    "wrapper": "the tutorial's wrapper of single heads",
    "nn.MultiheadAttention": "torch.nn.MultiheadAttention",
    "SDPA": "the same layers with torch's scaled_dot_product_attention",
}
passes = rows("attention", "100 passes over 1,024 tokens, 8 heads")
print("module                times")
for short, name in names.items():
    print(f"{short:<21}{passes[name]['ratio']:6.2f}")

memory = rows("attention", "memory")
for short, name in names.items():
    print(f"{short:<21}{memory[name]['median']:6.0f}")

# --- Model na stranici ---

for table in figures["benchmarks"]["explorer"]["tables"]:
    page = table["rows"][1]
    print(f"{table['title']:<28}{page['ratio']:6.0f}")

for table in figures["benchmarks"]["explorer"]["tables"]:
    seconds_of_a_pass = table["rows"][1]["median"] / 100  # od 100 prolaza
    assert seconds_of_a_pass < 0.1

# --- Kod koji radi na stranici ---

live = figures["benchmarks"]["live"]
shares = live["grids"][0]["rows"]
for name, (blocks, running, packages) in shares.items():
    print(f"{name:<22}{blocks:>4}{running:>5}  {packages}")

blocks, running = (sum(int(row[column]) for row in shares.values())
                   for column in (0, 1))
print(f"{running / blocks:.1%}")

for table in live["tables"]:
    in_page = table["rows"][1]
    print(f"{table['title']:<36}{in_page['ratio']:6.1f}")

# --- Gde ovaj sajt gubi ---

compared = {
    "running pages, against mktestdocs": 1 / times["mktestdocs"]["ratio"],
    "running pages, against sybil": 1 / times["sybil"]["ratio"],
    "building, against mkdocs-static-i18n": build["handbook build"]["ratio"],
    "attention, against torch": 1 / passes["torch.nn.MultiheadAttention"]["ratio"],
    "memory of attention, against torch":
        1 / memory["torch.nn.MultiheadAttention"]["ratio"],
    "a model in the page, against torch": page["ratio"],
    "code in the page, against torch": in_page["ratio"],
}
for kind in kinds:
    sent = rows("pages", f"{kind}: what the first visit")
    for what, table, key in [("painted", first, kind), ("bytes", sent, "all")]:
        here, stock = table[f"{key}, this site"], table[f"{key}, stock"]
        ratio = here["median"] / stock["median"]
        compared[f"{kind}: {what}, against stock"] = ratio
for what, ratio in compared.items():
    if ratio > 1:
        print(f"{what:<38}{ratio:6.2f} times")

# --- Koja je brojka najmanje pouzdana? ---

spread = {}
for benchmark in figures["benchmarks"].values():
    for table in benchmark["tables"]:
        for row in table["rows"]:
            if row["unit"] == "s" and row["least"] > 0:
                place = f"{table['title']}: {row['name']}"
                spread[place] = row["most"] / row["least"]
widest = max(spread, key=spread.get)
print(f"{widest}, {spread[widest]:.1f} times")
