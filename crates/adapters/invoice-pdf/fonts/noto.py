#!/usr/bin/env python3
"""Cuts Noto down to what stands in names, addresses and descriptions. Needs: pip install fonttools, and the files of
Debian's fonts-noto-core 20201225 and fonts-noto-cjk 20220127 below ./fonts (apt-get download, dpkg-deb -x)."""

from fontTools import subset
from fontTools.ttLib import TTCollection, TTFont

NAMES = [0, 1, 2, 3, 4, 5, 6, 13, 14]
SMALL = {
    "Hebrew": [(0x590, 0x5FF), (0xFB1D, 0xFB4F)],
    "Arabic": [(0x600, 0x6FF), (0x750, 0x77F)],
    "Georgian": [(0x10A0, 0x10FF), (0x1C90, 0x1CBF)],
    "Armenian": [(0x530, 0x58F), (0xFB13, 0xFB17)],
    "Thai": [(0xE00, 0xE7F)],
}


def cut(font, features, characters, path):
    options = subset.Options(
        layout_features=features, hinting=False, name_IDs=NAMES, notdef_outline=True, recalc_timestamp=False
    )
    options.drop_tables += ["vhea", "vmtx", "VORG", "BASE"]
    subsetter = subset.Subsetter(options)
    subsetter.populate(unicodes=characters)
    subsetter.subset(font)
    font.save(path)


def rows(codec, first, last, start=0xA1):
    """The characters of some rows of a national standard."""
    for high in range(first, last + 1):
        for low in range(start, 0xFF):
            try:
                yield from bytes([high, low]).decode(codec)
            except UnicodeDecodeError:
                pass


for name, blocks in SMALL.items():
    font = TTFont(f"fonts/usr/share/fonts/truetype/noto/NotoSans{name}-Regular.ttf")
    characters = [code for first, last in blocks for code in range(first, last + 1)]
    cut(font, ["*"], characters, f"NotoSans{name}.ttf")

# GB 2312, the first level of Big5, JIS X 0208, all syllables of Korean, kana, and the punctuation of all
han = [*rows("gb2312", 0xB0, 0xF7), *rows("big5", 0xA4, 0xC6, 0x40), *rows("euc_jp", 0xB0, 0xF4)]
signs = [*range(0x3000, 0x3100), *range(0x31F0, 0x3200), *range(0xFF01, 0xFFA0), *range(0xFFE0, 0xFFE7)]
characters = {ord(c) for c in han if ord(c) > 0x2FFF} | {*signs, *range(0xAC00, 0xD7A4)}
faces = TTCollection("fonts/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc").fonts
font = next(face for face in faces if face["name"].getDebugName(1) == "Noto Sans CJK SC")
cut(font, [], sorted(characters), "NotoSansCJK.otf")
