"""Compares canonical forms with those of libxml2 (lxml). In threes on standard input: a document, and of it the inclusive
and the exclusive form, both with comments; then the exclusive one that keeps the prefixes `cbc` and `xsi`."""
import frames
from lxml import etree

PARSER = etree.XMLParser(resolve_entities=False, no_network=True, huge_tree=True, strip_cdata=False)
given, compared, differences = frames.read(), 0, []
for at in range(0, len(given), 4):
    document, *ours = given[at : at + 4]
    tree = etree.fromstring(document, PARSER).getroottree()
    theirs = [
        etree.tostring(tree, method="c14n", exclusive=False, with_comments=True),
        etree.tostring(tree, method="c14n", exclusive=True, with_comments=True),
        etree.tostring(
            tree, method="c14n", exclusive=True, with_comments=True, inclusive_ns_prefixes=["cbc", "xsi"]
        ),
    ]
    for how, own, other in zip(("inclusive", "exclusive", "with prefixes"), ours, theirs):
        compared += 1
        if own != other:
            first = next((n for n, (a, b) in enumerate(zip(own, other)) if a != b), min(len(own), len(other)))
            differences.append((at // 4, how, own[first - 40 : first + 40], other[first - 40 : first + 40]))
assert not differences, differences[:5]
print("compared", compared)
