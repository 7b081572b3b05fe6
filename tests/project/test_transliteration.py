"""The Cyrillic edition: letters, what stays Latin, and that nothing but letters differs from the Latin pages."""

import json
import re
import shutil
import unicodedata

import cyrtranslit
import pytest
from click.testing import CliRunner
from samples import PROJECT

from handbook import ROOT
from handbook.cli import commands
from handbook.core import html_tokens
from handbook.core.diagnostics import DiagnosticError
from handbook.project import transliteration, transliteration_lists
from handbook.project.languages import languages
from handbook.site import search

SCRIPT = transliteration.transliterator("sr", ROOT)
EDITION = "sr-cyrl"
VISIBLE = ("title", "aria-label", "alt", "placeholder", "abbr")


# -- words


@pytest.mark.parametrize(
    "latin, written",
    [
        ("pažnja", "пажња"),
        ("Ljubav, LJUBAV, ljubav", "Љубав, ЉУБАВ, љубав"),
        ("Njegov, NJEGOVA, njen", "Његов, ЊЕГОВА, њен"),
        ("udžbenik, Džep, DŽEPOVI", "уџбеник, Џеп, ЏЕПОВИ"),
        ("injekcija, injektivan, Injekcija", "инјекција, инјективан, Инјекција"),
        ("konjunkcija, konjugovan", "конјункција, конјугован"),
        ("konjektura, injunkcija", "конјектура, инјункција"),
        ("nadživeti, podžanr, odživeti", "надживети, поджанр, одживети"),
        ("anjon, vanjezički", "анјон, ванјезички"),
        ("anđeo, podjednako, inje, konj", "анђео, подједнако, иње, коњ"),
        ("normali\u00adzacija, in\u00adjekcija", "нормали\u00adзација, ин\u00adјекција"),
        (unicodedata.normalize("NFD", "pažnja, čas, ćelija, šta"), "пажња, час, ћелија, шта"),
        ("softmax, softmaxa, Softmaxom", "softmax, softmax-а, Softmax-ом"),
        ("u Pythonu, batchevi, PyTorcha", "у Python-у, batch-еви, PyTorch-а"),
        ("GPT-2, KV-keš, NaN", "GPT-2, KV-кеш, NaN"),
        ("ugrađeni vektor (embedding)", "уграђени вектор (embedding)"),
        ("težine pažnje (attention weights)", "тежине пажње (attention weights)"),
        ("me vidi, a *me* i *mir* ne", "ме види, а *me* и *mir* не"),
        ("„Kannst du mir bitte helfen” (možeš li)", "„Kannst du mir bitte helfen” (можеш ли)"),
        ("On je na putu. (in place)", "Он је на путу. (in place)"),
        ("skor s, sa s", "скор s, са с"),
        ("A gleda u A, A gleda u B, B gleda u A", "A гледа у A, A гледа у B, B гледа у A"),
        ("Blokovi teksta A. A ovo je još jedan. „A ovo?”", "Блокови текста A. А ово је још један. „А ово?”"),
        ("Σ i d_model, x₁ i {query} od 3", "Σ и d_model, x₁ и {query} од 3"),
        (
            "datoteka ui.toml, nn.Linear(3, 2), https://a.rs/kod, ja@primer.rs",
            "датотека ui.toml, nn.Linear(3, 2), https://a.rs/kod, ja@primer.rs",
        ),
        ("Zürich, Wikipedia, quiz", "Zürich, Wikipedia, quiz"),
    ],
)
def test_a_text_is_written_as_a_speaker_writes_it_and_a_second_run_changes_nothing(latin, written):
    assert SCRIPT.text(latin) == written
    assert SCRIPT.text(written) == written


@pytest.mark.parametrize(
    "html, written",
    [
        ("<p>kod <code>kod i <em>kod</em></code> kod</p>", "<p>код <code>kod i <em>kod</em></code> код</p>"),
        ('<pre title="kod">kod</pre>kod', '<pre title="код">kod</pre>код'),
        (
            '<p lang="en">red <b>red</b></p><p lang="sr-Latn">red</p>',
            '<p lang="en">red <b>red</b></p><p lang="sr-Cyrl">ред</p>',
        ),
        (
            '<div lang="en">red <span lang="sr-Latn">red</span> red</div>',
            '<div lang="en">red <span lang="sr-Cyrl">ред</span> red</div>',
        ),
        ('<i translate="no">red</i> red', '<i translate="no">red</i> ред'),
        (
            '<span class="katex"><math><mi>a</mi></math></span> a',
            '<span class="katex"><math><mi>a</mi></math></span> а',
        ),
        (
            '<a href="red.md#red" id="red" data-x="red" title="red">red</a>',
            '<a href="red.md#red" id="red" data-x="red" title="ред">ред</a>',
        ),
        (
            "<script>var red = '<p>red</p>';</script><!-- red -->red<br/>red",
            "<script>var red = '<p>red</p>';</script><!-- red -->ред<br/>ред",
        ),
        ("<td>me</td><td>me vidi</td><em>mir</em>", "<td>me</td><td>ме види</td><em>mir</em>"),
        ("mo&nbsp;re &lt; &amp; &#8222;red&#8221;", "мо&nbsp;ре &lt; &amp; &#8222;ред&#8221;"),
        (
            '<svg viewBox="0 0 1 1"><linearGradient/><path d="M0 0"/></svg>red',
            '<svg viewBox="0 0 1 1"><linearGradient/><path d="M0 0"/></svg>ред',
        ),
    ],
)
def test_only_text_and_what_is_read_aloud_changes_in_html(html, written):
    assert SCRIPT.html(html) == written
    assert SCRIPT.html(written) == written


# -- lists


def spoiled(tmp_path, old: str, new: str):
    folder = tmp_path / "i18n" / "sr"
    folder.mkdir(parents=True)
    text = (ROOT / "i18n" / "sr" / transliteration_lists.FILE).read_text(encoding="utf-8")
    assert old in text
    (folder / transliteration_lists.FILE).write_text(text.replace(old, new, 1), encoding="utf-8")
    return tmp_path


def test_the_lists_as_they_stand_are_sound():
    assert list(transliteration_lists.check(ROOT)) == []


@pytest.mark.parametrize(
    "old, new, message",
    [
        ('"in|jek"', '"injek"', "no seam"),
        ('"in|jek"', '"inj|ek"', "no seam"),
        ('"batch", "dropout"', '"batch", "batch", "dropout"', "stands in inflected and in inflected"),
        ('alone = ["me"', 'alone = ["shiny"', "“shiny” stands in alone and in words"),
        ("[digraphs]", "[digraph]", "[digraph] is unknown"),
        ("[digraphs]", "[digraph]", "[digraphs] must hold apart"),
        ('code = "sr-cyrl"', "code = 1", "code isn't a string"),
        ('never = ["model", "to"]', "never = [1]", "isn't a word"),
        ("[latin]", "[latin", "not TOML"),
    ],
)
def test_a_fault_in_the_lists_is_found_with_its_line(tmp_path, old, new, message):
    root = spoiled(tmp_path, old, new)
    found = list(transliteration_lists.check(root))
    assert any(message in finding.message for finding in found), found
    assert all(finding.path == "i18n/sr/cyrillic.toml" and finding.line >= 1 for finding in found)
    with pytest.raises(DiagnosticError):
        transliteration.transliterator("sr", root)


def test_the_check_command_reads_the_lists(small_handbook):
    shutil.copytree(ROOT / "i18n" / "sr", small_handbook / "i18n" / "sr")
    path = small_handbook / "i18n" / "sr" / transliteration_lists.FILE
    path.write_text(path.read_text(encoding="utf-8").replace('"in|jek"', '"injek"'), encoding="utf-8")
    done = CliRunner().invoke(commands.main, ["--root", str(small_handbook), "check"])
    assert (
        done.exit_code == 1
        and f"i18n/sr/{transliteration_lists.FILE}:" in done.stderr
        and "no seam" in done.stderr
        and "Traceback" not in done.output
    )


# -- the built edition against the Latin one


ARTICLE = re.compile(r"<article class=\"md-content__inner.*</article>", re.DOTALL)


@pytest.fixture(scope="module")
def articles(site_dir) -> dict[str, dict[str, str]]:
    """By edition, what stands on its pages by their names."""
    return {
        code: {
            name: ARTICLE.search((site_dir / code / name.removeprefix("index") / "index.html").read_text("utf-8"))[0]
            for name in translated()
        }
        for code in ("sr", EDITION)
    }


@pytest.fixture(scope="module")
def report(articles) -> transliteration.Report:
    """Of all words on the Latin pages."""
    script = transliteration.transliterator(EDITION, ROOT)
    with script.reporting() as report:
        for name, html in articles["sr"].items():
            script.at(name)
            script.html(html)
    return report


def translated() -> list[str]:
    return PROJECT.names("sr")


def prose(html: str) -> list[str]:
    """The text pieces that aren't code, maths or another language, and what is read aloud."""
    found, open_tags = [], []
    for piece in html_tokens.pieces(html):
        closed = bool(open_tags) and open_tags[-1][1]
        if piece.kind == html_tokens.START:
            lang = piece.attributes.get("lang", "sr")
            closed = (
                (
                    closed
                    or piece.tag in ("code", "pre", "script", "style", "math")
                    or "katex" in piece.attributes.get("class", "")
                )
                if lang == "sr"
                else not lang.startswith("sr")
            )
            if not closed:
                found += [piece.attributes[name] for name in VISIBLE if name in piece.attributes]
            if not piece.closed:
                open_tags.append((piece.tag, closed))
        elif piece.kind == html_tokens.END:
            while open_tags and open_tags.pop()[0] != piece.tag:
                pass
        elif piece.kind == html_tokens.TEXT and not closed:
            found.append(piece.raw)
    return found


def code_of(html: str) -> list[str]:
    """The contents of code and formulas."""
    return re.findall(r"<code[^>]*>.*?</code>|<annotation[^>]*>.*?</annotation>", html, re.S)


def targets(html: str) -> list[tuple[str, str]]:
    names = (
        "href",
        "id",
        "src",
        "class",
        "for",
        "data-cell",
        "data-start",
        "data-widget",
        "data-answer",
        "type",
        "value",
    )
    return [
        (name, piece.attributes[name])
        for piece in html_tokens.pieces(html)
        if piece.kind == html_tokens.START and piece.tag not in ("svg", "text", "rect", "path", "tspan")
        for name in names
        if name in piece.attributes
    ]


def test_code_formulas_links_and_ids_are_those_of_the_latin_pages(articles):
    for name in translated():
        latin = articles["sr"][name].replace("%2Fsr%2F", f"%2F{EDITION}%2F")  # in the address that a report names
        latin = latin.replace("/notebooks/sr/", f"/notebooks/{EDITION}/")
        own = articles[EDITION][name]
        assert code_of(own) == code_of(latin), name
        assert targets(own) == targets(latin) or name == "glossary", name  # the glossary is sorted by its own alphabet
        assert sorted(targets(own)) == sorted(targets(latin)), name
    assert sum(len(code_of(articles["sr"][name])) for name in translated()) > 1000


# In a title, a name, a color, a part of a Swahili word.
ENGLISH = {
    ("references", "to"),
    ("references", "Su"),
    ("queries-keys-values", "red"),
    ("long-context", "red"),
    ("why-attention", "na"),
}
SERBIAN = set(
    (
        "je da se na su za od sa ne ali ili kao koji koja koje šta što kako ovo to taj ova svaki "
        "red reč upit ključ vrednost skor težina pažnja"
    ).split()
)


def test_no_serbian_word_is_left_in_latin_letters(articles):
    for name in translated():
        text = "\n".join(prose(articles[EDITION][name]))
        assert re.findall(r"\w*[čćđšžČĆĐŠŽ]\w*", text) == [], name
        left = [
            word
            for word in re.findall(r"[A-Za-z]+", re.sub(r"&\w+;", " ", text))
            if word.lower() in SERBIAN and (name, word) not in ENGLISH
        ]
        assert left == [], (name, left)
        if name != "glossary":
            assert len(re.findall(r"[а-шђјљњћџ]", text)) > len(re.findall(r"[a-z]", text)), name


def test_every_word_read_back_is_the_latin_one(report):
    changed = report.of(changed=True)
    assert len(changed) > 3000
    for use in changed:
        stem, hyphen, ending = use.transliterated.rpartition("-")
        assert stem.isascii() or not hyphen, use
        back = stem + cyrtranslit.to_latin(ending, "sr")
        assert back == unicodedata.normalize("NFC", use.latin), use
        assert not re.search("[qwxyQWXY]", use.latin) or stem, (
            f"{use.latin} has letters that Serbian hasn't: {use.transliterated}"
        )
        assert not re.search("[a-zA-Z][а-яА-Я]|[а-яА-Я][a-zA-Z]", use.transliterated.replace("\u00ad", "")), (
            f"{use.transliterated} mixes alphabets"
        )


def test_no_english_word_is_written_in_cyrillic(report):
    """The words of the examples and of glosses, seen from outside of the lists."""
    english = """the and with you your attention weight weights head heads layer score scores embedding embeddings
        query queries key keys value values tokens output input shiny sun hello dogs bark eats chips journey python
        true false mask shape dot product"""
    assert [use for use in report.of(changed=True) if use.latin.lower() in english.split()] == []


def test_a_second_run_over_a_whole_page_changes_nothing(articles):
    for name in translated():
        assert SCRIPT.html(articles[EDITION][name]) == articles[EDITION][name], name


def test_strings_titles_and_heads_of_pages_are_cyrillic(site_dir):
    html = (site_dir / EDITION / "by-hand" / "index.html").read_text(encoding="utf-8")
    assert '<html lang="sr-Cyrl"' in html
    assert "<title>Пажња оловком на папиру" in html
    assert 'name="description" content="Пажња' in html
    assert 'placeholder="Реч, појам или име у коду"' in html and "Како ради пажња" in html and "Испис" in html
    assert '<meta property="og:locale" content="sr_RS">' in html
    config = re.search(r'<script id="__config"[^>]*>(.*?)</script>', html)[1]
    assert "clipboard" in config and not re.search(r"\\u010d|Kopira|č", config)
    script = (site_dir / EDITION / search.SECTIONS).read_text(encoding="utf-8")
    found = "\n".join(title for _, title, *_ in json.loads(script.partition("= ")[2].rstrip(";\n")))
    assert "пажња" in found and not re.search("[čćđšž]", found)
    missing = (site_dir / EDITION / "404.html").read_text(encoding="utf-8")
    assert "Ове странице нема" in missing and "Ove stranice nema" not in missing


def test_the_glossary_stands_in_the_order_of_its_own_alphabet(articles):
    terms = [
        html_tokens.text_content(term) for term in re.findall(r"<dt [^>]*>(.*?)</dt>", articles[EDITION]["glossary"])
    ]
    assert len(terms) > 20 and terms == sorted(terms, key=transliteration.sort_key)
    assert transliteration.sort_key("ђак") < transliteration.sort_key("ера") and transliteration.sort_key(
        "љут"
    ) > transliteration.sort_key("лук")


def test_the_edition_stands_beside_the_languages_and_not_among_them(site_dir):
    assert [one.code for one in languages(ROOT)] == ["en", "de", "sr", "sr-cyrl", "sw"]
    assert EDITION not in PROJECT.languages
    sitemap = (site_dir / "sitemap.xml").read_text(encoding="utf-8")
    entries = dict(re.findall(r"<loc>[^<]*/attention-by-example/([^<]*)</loc>(.*?)</url>", sitemap, re.DOTALL))
    for name in ("by-hand/", "sr/by-hand/", "sr-cyrl/by-hand/"):
        for lang, code in (("sr-Cyrl", "sr-cyrl"), ("sr-Latn", "sr")):
            link = rf'hreflang="{lang}" href="[^"]*/attention-by-example/{code}/by-hand/"'
            assert re.search(link, entries[name]), name
    assert "Ове странице нема" in (site_dir / "404.html").read_text(encoding="utf-8")


def test_the_report_lists_what_changes_and_what_stays(report):
    changed = {use.latin: use for use in report.of(changed=True)}
    left = {use.latin for use in report.of(changed=False)}
    assert changed["pažnja"].transliterated == "пажња" and changed["pažnja"].count > 10 and changed["pažnja"].first
    assert {"softmax", "shiny", "attention", "PyTorch"} <= left
    assert "shiny" not in changed and "pažnja" not in left
