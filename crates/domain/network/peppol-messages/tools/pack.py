#!/usr/bin/env python3
"""Packs the cases of the facts into fixtures/peppol-network: pack.py FOLDER.

A case is a line: what is expected of it, and its text; most are small edits of an earlier one, and are
written so: {"like": its number, "keep": bytes at the start, "skip": bytes left out there, "put": text}.
"""
import json, os, sys

def shared(a, b):
    n = 0
    for x, y in zip(a, b):
        if x != y: break
        n += 1
    return n

def on_boundary(data, at):
    while 0 < at < len(data) and data[at] & 0xC0 == 0x80: at -= 1
    return at

def pack(source, out, entries):
    texts, lines = [], []
    for name, expected in entries:
        text = open(os.path.join(source, name), "rb").read()
        best = None
        for number, other in enumerate(texts):
            keep = on_boundary(text, shared(text, other))
            keep = on_boundary(other, keep) if keep <= len(other) else len(other)
            end = shared(text[keep:][::-1], other[keep:][::-1])
            while end and (text[len(text) - end] & 0xC0 == 0x80): end -= 1
            size = len(text) - keep - end
            if best is None or size < best[0]: best = (size, number, keep, len(other) - keep - end, text[keep:len(text) - end])
        if best and best[0] < len(text) * 0.8:
            _, number, keep, skip, put = best
            body = {"like": number, "keep": keep, "skip": skip, "put": put.decode()}
        else:
            body = {"text": text.decode()}
        texts.append(text)
        lines.append(json.dumps({**expected, **body}, ensure_ascii=False))
    open(out, "w").write("\n".join(lines) + "\n")

def main(folder):
    here = os.path.join(os.path.dirname(os.path.realpath(__file__)), "../../../../../fixtures/peppol-network")
    os.makedirs(here + "/vectors", exist_ok=True)
    for name in ("sbdh", "smp-signed", "smp-xsd", "sml-xsd", "businesscard-xsd", "mls"):
        source = f"{folder}/cases/{name}"
        entries = [json.loads(line) for line in open(f"{source}/expected.jsonl")]
        pack(source, f"{here}/{name}.jsonl", [(e["case"], e) for e in entries])
    source = f"{folder}/sbdh/samples"
    entries = [json.loads(line) for line in open(f"{source}/expected.jsonl")]
    pack(source, f"{here}/sbdh-published.jsonl", [(e["file"], {"case": e["file"], **e}) for e in entries])
    for kind, where in (("sml-samples", "sml/samples"), ("card-samples", "directory/samples"), ("smp-samples", "smp/samples")):
        source = f"{folder}/{where}"
        index = {}
        if os.path.exists(f"{source}/index.jsonl"):
            index = {e["file"]: e for e in map(json.loads, open(f"{source}/index.jsonl"))}
        names = sorted(n for n in os.listdir(source) if n.endswith(".xml"))
        pack(source, f"{here}/{kind}.jsonl", [(n, {"case": n, **index.get(n, {})}) for n in names])
    for name in sorted(os.listdir(f"{folder}/cases/vectors")):
        if name == "tdd-uuid.jsonl":  # the crate tax-data-document has it
            continue
        open(f"{here}/vectors/{name}", "w").write(open(f"{folder}/cases/vectors/{name}").read())
    for name in ("ap-ca", "rogue-ca", "root", "smp-ca"):
        os.makedirs(here + "/pki", exist_ok=True)
        open(f"{here}/pki/{name}.pem", "w").write(open(f"{folder}/cases/smp-signed/pki/{name}.pem").read())

main(sys.argv[1])
