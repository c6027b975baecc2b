# SPDX-License-Identifier: MIT
"""site_pages.py: the pages of scripts/maintain/site as HTML."""
import base64
import hashlib
import re
from html import escape
from urllib.parse import quote

GLYPHS = {"CONFIRMED": ("confirmed", "\u2713"), "STRONGER": ("stronger", "\u25b3"), "WEAKER": ("weaker", "\u25bd"),
          "CONTRADICTED": ("contradicted", "\u2717"), "NOT SEEN": ("unseen", "\u25cb"), "MIXED": ("mixed", "\u25d0"),
          "UNDECIDED": ("undecided", "?"), "NOT TESTABLE": ("undecided", "\u2013")}
BETWEEN = ("between", "\u25c7")
# Words that a person looks for first; other words, which name two, stand before UNDECIDED.
ORDER = ("CONTRADICTED", "STRONGER", "MIXED", "NOT SEEN", "WEAKER", "", "UNDECIDED", "CONFIRMED", "NOT TESTABLE")
BARS = ("CONFIRMED", "STRONGER", "WEAKER", "between two words", "UNDECIDED", "NOT SEEN", "MIXED", "CONTRADICTED")
# Devices that no run is kept of, by a pattern that its name would have; None: no run file says it.
WANTED = (("an AMD RDNA card", "Radeon"), ("an NVIDIA GeForce", "GeForce"), ("an Intel Arc", r"\bArc\b"),
          ("an Apple GPU", "Apple"), ("a host that is no virtual machine", None))
STYLE = """.dots{max-width:45rem}.dots text{font:12px system-ui,sans-serif;fill:var(--ink);paint-order:stroke;stroke:var(--bg);stroke-width:3px}.dots .here{opacity:.75}
figure{margin:.6rem 0}figcaption{color:var(--soft);font-size:.84rem}pre{background:var(--card);padding:.5rem .7rem;overflow-x:auto}
select{font:inherit;color:var(--ink);background:var(--bg);border:1px solid var(--soft);border-radius:.3rem;padding:.15rem .4rem;max-width:100%}
.pick{display:none;flex-wrap:wrap;gap:.4rem 1rem;align-items:center;margin:.6rem 0}.js .pick{display:flex}.pick label{min-width:0;max-width:100%}
td .bar{height:1.1rem;min-width:12rem}td .b{font-size:.75rem;min-width:.5rem}td .v{display:block;white-space:nowrap}
.card .thumb{max-width:none}.site .pair{display:grid;grid-template-columns:22rem minmax(0,1fr);gap:1.5rem;margin:.6rem 0}
td .bar{min-width:min(24rem,60vw)}@media(max-width:50rem){.site .pair{grid-template-columns:minmax(0,1fr)}}
@media(max-width:40rem){.site thead{display:none}.site tr:not([hidden]),.site tbody :is(th,td):not([hidden]){display:block;width:auto;border:0}
.site tbody tr:not([hidden]){border-bottom:1px solid var(--edge);padding:.35rem 0}.site tbody :is(th,td){padding:.1rem 0}
.site [data-of]::before{content:attr(data-of) " ";color:var(--soft);font-size:.84rem}.dots text{font-size:20px}}"""
CHOOSE = """(()=>{document.body.classList.add('js');
const t=document.getElementById('both'),s=[...document.querySelectorAll('select')],d=document.getElementById('differs'),
n=document.getElementById('shown'),asked=new URLSearchParams(location.hash.slice(1));
['a','b'].forEach((k,i)=>{const v=asked.get(k);if([...s[i].options].some(o=>o.value===v))s[i].value=v;});
const show=()=>{const c=s.map(e=>e.value);let count=0;
for(const r of t.rows){const w=c.map(k=>{let found;for(const x of r.cells){if(!x.dataset.d)continue;
x.hidden=!c.includes(x.dataset.d);if(x.dataset.d===k)found=x.dataset.v;}return found;});
if(r.parentNode.localName==='tbody'){r.hidden=d.checked&&w[0]===w[1];count+=!r.hidden;}}
n.textContent=count+' of '+t.tBodies[0].rows.length+' claims';
history.replaceState(null,'','#a='+encodeURIComponent(c[0])+'&b='+encodeURIComponent(c[1]));};
for(const e of [...s,d])e.addEventListener('change',show);show();})();"""


def technique_of(claim, known):
    """The one whose cases it is about; else its paper's."""
    cases = [pair["a"] or "" for reading in claim["readings"] for pair in reading["pairs"]]
    return next((case.split(".")[0] for case in cases if case.split(".")[0] in known), claim["technique"])


class Site:
    def __init__(self, devices, papers, style, pictures, sections):
        self.devices, self.papers, self.style, self.pictures, self.sections = devices, papers, style + STYLE, pictures, sections
        self.claims = {}
        for device in devices:
            for claim in device["claims"]:
                claim["technique"] = technique_of(claim, sections)
                self.claims.setdefault(claim["id"], claim)
        self.techniques = list(dict.fromkeys(claim["technique"] for claim in self.claims.values()))

    def of_claim(self, name):
        return [(device, claim) for device in self.devices for claim in device["claims"] if claim["id"] == name]

    def title_of(self, technique):
        found = re.search(r"<h3>(.*?)</h3>", self.sections.get(technique, ""))
        return found[1] if found else escape(technique)  # a report's is HTML already


# Parts --------------------------------------------------------------------------------------------


def page(site, title, body, up="../", script="", name=""):
    """A page, whose policy allows its own script alone."""
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    allowed = f"'sha256-{digest}'" if script else "'none'"
    nav = "".join(f'<a href="{up}{path}">{words}</a> ' for path, words in (
        ("index.html", "Devices"), ("compare.html", "Compare two"), ("index.html#techniques", "Techniques"),
        ("index.html#claims", "Claims"), ("index.html#contribute", "Contribute yours")))
    return (f'<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
            f'<meta name="viewport" content="width=device-width,initial-scale=1">\n'
            f"<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none';base-uri 'none';form-action 'none';"
            f"img-src data:;style-src 'unsafe-inline';script-src {allowed}\">\n<title>{title} \u00b7 claimcheck</title>\n"
            f"<style>\n{site.style}</style>\n</head>\n<body class=\"site {name}\">\n<header><b>claimcheck</b> "
            f'<nav aria-label="Site">{nav}</nav></header>\n<main>\n<h1>{title}</h1>\n{body}</main>\n'
            f"<footer><p>Made by scripts/maintain/site from kept runs; claimcheck measures published GPU techniques again, and checks every "
            f"answer. Intervals are of 95 %.</p></footer>\n{f'<script>{script}</script>' if script else ''}\n</body>\n</html>\n")


def word(verdict):
    style, glyph = GLYPHS.get(verdict, BETWEEN)
    return f'<span class="v v-{style}"><span aria-hidden="true">{glyph}</span> {escape(verdict)}</span>'


def place_of(verdict):
    return ORDER.index(verdict if verdict in ORDER else "")


def measured(claim):
    """The parts of its sentence between the statement and the word."""
    if claim["verdict"] == "NOT TESTABLE":
        return claim["reason"]
    return " \u00b7 ".join(claim["sentence"].split(" \u00b7 ")[1:-1])


def bar(counts):
    """Draws (name of a class, count)."""
    said = ", ".join(f"{count} {name}" for name, count in counts if count)
    blocks = "".join(f'<b class="b b-{GLYPHS.get(name, BETWEEN)[0]}" style="flex-grow:{count}">{count}</b>'
                     for name, count in counts if count)
    return f'<div class="bar" role="img" aria-label="{escape(said)}">{blocks}</div>' if said else "\u2013"


def device_bar(device):
    """Counts what papers state, by their number or our reading."""
    return bar([(name, device["counts"][name] + device["counts_of_readings"][name]) for name in BARS])


def legend():
    return ('<p class="iv">' + " ".join(
        f'<span class="nb"><span class="key b-{GLYPHS.get(name, BETWEEN)[0]}" aria-hidden="true">{GLYPHS.get(name, BETWEEN)[1]}</span>'
        f"{name}</span>" for name in BARS) + "</p>\n")


def counted(number, noun):
    return f"{number} {noun}{'s' * (number != 1)}"


def statement(claim):
    return escape(claim["statement"].removesuffix("."))


def cited(site, name):
    """Names a paper as the page of a run does: "Weber 2014", "Deliot et al. 2021"."""
    paper = site.papers[name]["paper"] if name in site.papers else {}
    authors = paper.get("authors", [])
    surnames = [author.split()[-1] for author in authors[:2]]
    words = (name.replace("_", " ") if not authors or len(authors) > 5 else
             surnames[0] + " et al." if len(authors) > 2 else " and ".join(surnames))
    return words + (f" {paper['year']}" if paper.get("year") else "")


def origin(site, claim):
    """Whose claim it is, briefly."""
    whose = {"reading": ", our reading", "ours": ", ours"}.get(claim["number"], "")
    return escape(cited(site, claim["paper"]) + whose + (", by design" if claim["by_construction"] else ""))


def dates(device):
    days = sorted(run["started"][:10] for run in device["runs"])
    return days[0] if days[0] == days[-1] else f"{days[0]} to {days[-1]}"


def table(head, rows, attributes=""):
    cells = "".join(f'<th scope="col">{cell}</th>' for cell in head)
    return (f'<div class="wide" tabindex="0" role="group" aria-label="Table"><table{attributes}>\n<thead><tr>{cells}</tr></thead>\n<tbody>\n'
            + "\n".join(f"<tr>{row}</tr>" for row in rows) + "\n</tbody></table></div>\n")


def claim_link(claim, up):
    return f'<a href="{up}claims/{quote(claim["id"])}.html">{statement(claim)}</a>'


def claim_rows(site, claims, up):
    ordered = sorted(claims, key=lambda claim: (place_of(claim["verdict"]), claim["id"]))
    return [f"<td>{word(claim['verdict'])}</td><td>{claim_link(claim, up)}<br><span class=\"iv\">{escape(measured(claim))}</span></td>"
            f"<td>{origin(site, claim)}</td>" for claim in ordered]


def picture(site, technique, size):
    image = site.pictures.get(technique)
    if not image:
        return ""
    width, height = (int(re.search(rf'{key}="(\d+)"', image)[1]) for key in ("width", "height"))
    return (f'<svg class="thumb" aria-hidden="true" viewBox="0 0 {width} {height}" preserveAspectRatio="xMidYMid slice" '
            f'style="{size}">{image}</svg>')


# Pages --------------------------------------------------------------------------------------------


def technique_card(site, name):
    claims = [claim for device in site.devices[:1] for claim in device["claims"] if claim["technique"] == name]
    words = [claim["verdict"] if claim["verdict"] in BARS else "between two words" for claim in claims
             if claim["verdict"] != "NOT TESTABLE"]
    image = picture(site, name, "aspect-ratio:5/4")
    return (f'<article class="card{"" if image else " bare"}">{image}<div><h3><a href="techniques/{quote(name)}.html">'
            f'{site.title_of(name)}</a></h3>{bar([(word, words.count(word)) for word in BARS])}<p class="iv">{counted(len(words), "verdict")}</p></div></article>')


def contribute(site):
    names = [device["device"] for device in site.devices]
    wanted = [words for words, pattern in WANTED if not pattern or not any(re.search(pattern, name) for name in names)]
    items = "".join(f"<li>{words}</li>" for words in wanted)
    return ('<section id="contribute"><h2>Contribute yours</h2>\n<p>Four commands in a clone of claimcheck, some minutes in all. '
            "The file names no machine and no user.</p>\n<pre><code>scripts/setup &amp;&amp; scripts/build build/release\n"
            "build/release/claimcheck run --profile paper --ceilings fresh --out run.json\n"
            "build/release/claimcheck keep run.json\n"
            "scripts/maintain/contribution build/release/claimcheck results/runs/DEVICE/DATE-paper.json.xz</code></pre>\n"
            "<p><code>keep</code> prints the name of the file and how to send it.</p>\n<p>Most wanted, since no run of one is "
            f"kept:</p>\n<ul>{items}</ul></section>\n")


def index_page(site):
    lead = " and ".join(device["device"] for device in site.devices[:2])
    rows = [f'<th scope="row"><a href="devices/{quote(device["page"])}.html">{escape(device["device"])}</a></th>'
            f"<td>{device_bar(device)}</td><td data-of=\"cards\">{device['cards']}</td><td data-of=\"runs\">{len(device['runs'])}</td>"
            f"<td>{dates(device)}</td>"
            for device in site.devices]
    claims = "".join(f"<li>{claim_link(claim, '')}</li>" for _, claim in sorted(site.claims.items()))
    body = (f'<p class="lead">Papers say that one way is so many times faster than another. claimcheck measured both again on '
            f"{escape(lead)}, and checked every answer.</p>\n"
            f'<section id="devices"><h2>How does a device compare?</h2>\n'
            f"{table(('device', 'verdicts on what papers claim', 'cards', 'runs', 'dates'), rows)}"
            f'{legend()}<p><a href="compare.html">Any two devices side by side</a></p></section>\n'
            f'<section id="techniques"><h2>Techniques</h2><div class="cards">{"".join(technique_card(site, name) for name in site.techniques)}'
            f"</div></section>\n{contribute(site)}"
            f'<section id="claims"><h2>All claims</h2><details class="more"><summary>{len(site.claims)} claims, a page each</summary>'
            f"<ul>{claims}</ul></details></section>\n")
    return page(site, "Do published GPU techniques hold?", body, "", name="start")


def device_page(site, device):
    tested = [claim for claim in device["claims"] if claim["verdict"] != "NOT TESTABLE"]
    rest = [claim for claim in device["claims"] if claim["verdict"] == "NOT TESTABLE"]
    drivers = ", ".join(sorted({run["driver"] for run in device["runs"]}))
    others = "".join(f'<li><a href="../compare.html#a={quote(device["page"])}&amp;b={quote(other["page"])}">against '
                     f'{escape(other["device"])}</a></li>' for other in site.devices if other is not device)
    note = '<p class="warn">A software device: its times say nothing of a GPU.</p>' if device["software"] else ""
    more = (f'<details class="more"><summary>{len(rest)} claims that these runs cannot test</summary>'
            f'{table(("verdict", "claim", "paper"), claim_rows(site, rest, "../"))}</details>' if rest else "")
    body = (f'<p class="meta">Driver {escape(drivers)} \u00b7 {counted(len(device["runs"]), "run")} of {counted(device["cards"], "card")}, {dates(device)}</p>'
            f"{note}{device_bar(device)}{legend()}<ul>{others}</ul>\n<h2>Claims, surprises first</h2>\n"
            f"{table(('verdict', 'claim', 'paper'), claim_rows(site, tested, '../'))}{more}")
    return page(site, escape(device["device"]), body)


def technique_page(site, name):
    parts = []
    for device in site.devices:
        claims = [claim for claim in device["claims"] if claim["technique"] == name and claim["verdict"] != "NOT TESTABLE"]
        if claims:
            parts.append(f"<h2>Claims on {escape(device['device'])}</h2>\n{table(('verdict', 'claim', 'paper'), claim_rows(site, claims, '../'))}")
    section = re.sub(r"<h3>.*?</h3>", "", site.sections.get(name, ""), count=1)
    text, _, figures = section.replace('<div class="side">', "<div>").partition('<div class="figures">')
    figures = f'<div class="figures">{figures}' if figures else ""
    image = picture(site, name, "max-width:22rem")
    return page(site, site.title_of(name), f'<div class="pair">{image}<div class="tech">{text}</div></div>{figures}\n{"".join(parts)}')


def claim_page(site, name, figures):
    claim, paper = site.claims[name], site.papers.get(site.claims[name]["paper"])
    published = claim["published"] or {}
    source = f'{", ".join(paper["paper"]["authors"])}: {paper["paper"]["title"]}' if paper else claim["paper"]
    quoted = (f'<blockquote><p>{escape(published["quote"])}</p><footer>{escape(source)}, {escape(published.get("where") or "")}</footer>'
              "</blockquote>" if published.get("quote") else f'<p class="iv">{escape(source)}</p>')
    rows = [f'<th scope="row"><a href="../devices/{quote(device["page"])}.html">{escape(device["device"])}</a></th>'
            f"<td>{word(own['verdict'])}</td><td>{escape(measured(own))}</td><td data-of=\"cards\">{own['cards']}</td>"
            f"<td>{escape(', '.join(own['marks']))}</td>"
            for device, own in site.of_claim(name)]
    whose = {"paper": "The paper states it.", "reading": "The number is our reading of the paper's word.", "ours": "The claim is ours."}
    deviations = "".join(f"<li>{escape(text)}</li>" for text in claim["deviations"])
    body = (f'<p class="meta"><a href="../techniques/{quote(claim["technique"])}.html">{site.title_of(claim["technique"])}</a> \u00b7 '
            f'{escape(name)} \u00b7 {whose.get(claim["number"], "")}</p>\n{quoted}\n'
            f"{table(('device', 'verdict', 'measured', 'cards', 'notes'), rows)}{figures}"
            f"{f'<h2>What is done otherwise here</h2><ul>{deviations}</ul>' if deviations else ''}\n"
            f'<p class="iv">Registered as {escape(claim["sha256"][:12])}, the hash of what it is judged by.</p>\n')
    return page(site, statement(claim), body)


def compare_page(site):
    devices = site.devices
    options = "".join(f'<option value="{escape(device["page"])}">{escape(device["device"])}</option>' for device in devices)
    second = options.replace("<option", "<option selected", 2).replace("<option selected", "<option", 1) if len(devices) > 1 else options
    head = ["claim", "paper"]
    columns = "".join(f'<th scope="col" data-d="{escape(device["page"])}">{escape(device["device"])}</th>' for device in devices)
    own = [{claim["id"]: claim for claim in device["claims"]} for device in devices]

    def cell(device, claim):
        verdict = claim["verdict"] if claim else "NOT TESTABLE"
        words = measured(claim).split(" \u00b7 paper")[0] if claim and verdict != "NOT TESTABLE" else ""
        return (f'<td data-of="{escape(device["device"])}" data-d="{escape(device["page"])}" data-v="{escape(verdict)}">{word(verdict)}<span class="iv">{escape(words)}</span></td>')

    def differs(name):
        words = {found[name]["verdict"] if name in found else "" for found in own[:2]} - {"NOT TESTABLE"}
        return len(words) > 1

    def untested(name):
        return all(found[name]["verdict"] == "NOT TESTABLE" for found in own if name in found)

    rows = []
    for name in sorted(site.claims, key=lambda name: (not differs(name), untested(name), name)):
        claim = site.claims[name]
        rows.append(f'<tr><th scope="row">{claim_link(claim, "")}</th><td>{origin(site, claim)}</td>'
                    + "".join(cell(device, found.get(name)) for device, found in zip(devices, own)) + "</tr>")
    heads = "".join(f'<th scope="col">{name}</th>' for name in head) + columns
    body = (f'<div class="pick"><label>Device <select>{options}</select></label> <label>against <select>{second}</select></label> '
            '<label><input type="checkbox" id="differs" style="width:auto;min-height:0"> only where the words differ</label> '
            '<span id="shown" class="iv" role="status"></span></div>\n'
            f'<div class="wide" tabindex="0" role="group" aria-label="Verdicts"><table id="both"><thead><tr>{heads}</tr></thead>\n<tbody>\n'
            + "\n".join(rows) + "\n</tbody></table></div>\n")
    return page(site, "Two devices side by side", body, "", CHOOSE, "compare")
