//! The fonts: Inter for what is usual, and Noto for the scripts that it lacks, read when a page has them.

use std::collections::BTreeSet;
use std::sync::{Arc, LazyLock};

use typst::foundations::Bytes;
use typst::text::{Font, FontBook};
use typst::utils::LazyHash;

/// A font of other scripts.
struct Script {
    /// The first and the last character of each block that it is for.
    blocks: &'static [(char, char)],
    fonts: LazyLock<Vec<Font>>,
}

static SCRIPTS: [Script; 6] = [
    Script {
        blocks: &[('\u{530}', '\u{58f}'), ('\u{fb13}', '\u{fb17}')],
        fonts: LazyLock::new(|| faces(include_bytes!("../fonts/NotoSansArmenian.ttf"))),
    },
    Script {
        blocks: &[('\u{590}', '\u{5ff}'), ('\u{fb1d}', '\u{fb4f}')],
        fonts: LazyLock::new(|| faces(include_bytes!("../fonts/NotoSansHebrew.ttf"))),
    },
    Script {
        blocks: &[('\u{600}', '\u{6ff}'), ('\u{750}', '\u{77f}')],
        fonts: LazyLock::new(|| faces(include_bytes!("../fonts/NotoSansArabic.ttf"))),
    },
    Script {
        blocks: &[('\u{e00}', '\u{e7f}')],
        fonts: LazyLock::new(|| faces(include_bytes!("../fonts/NotoSansThai.ttf"))),
    },
    Script {
        blocks: &[('\u{10a0}', '\u{10ff}'), ('\u{1c90}', '\u{1cbf}')],
        fonts: LazyLock::new(|| faces(include_bytes!("../fonts/NotoSansGeorgian.ttf"))),
    },
    // Chinese, Japanese, Korean
    Script {
        blocks: &[('\u{2e80}', '\u{9fff}'), ('\u{ac00}', '\u{d7a3}'), ('\u{ff00}', '\u{ffef}')],
        fonts: LazyLock::new(|| faces(include_bytes!("../fonts/NotoSansCJK.otf"))),
    },
];

/// Of Inter, which come first.
const WEIGHTS: usize = 3;

static INTER: LazyLock<Arc<Faces>> = LazyLock::new(|| {
    let regular = faces(include_bytes!("../fonts/Inter-Regular.ttf"));
    let medium = faces(include_bytes!("../fonts/Inter-Medium.ttf"));
    let semibold = faces(include_bytes!("../fonts/Inter-SemiBold.ttf"));
    Arc::new(Faces::new([regular, medium, semibold].concat()))
});

fn faces(file: &'static [u8]) -> Vec<Font> {
    Font::iter(Bytes::new(file)).collect()
}

impl Script {
    fn is_for(&self, c: char) -> bool {
        self.blocks.iter().any(|(first, last)| (*first..=*last).contains(&c))
    }
}

/// The fonts of a page.
pub(crate) struct Faces {
    pub book: LazyHash<FontBook>,
    pub fonts: Vec<Font>,
}

impl Faces {
    /// Inter, and what else is needed for these characters.
    pub fn of(characters: &BTreeSet<char>) -> Arc<Self> {
        let lacking = || characters.iter().filter(|c| !INTER.covered(**c));
        let scripts = SCRIPTS.iter().filter(|script| lacking().any(|c| script.is_for(*c)));
        let more: Vec<Font> = scripts.flat_map(|script| script.fonts.iter().cloned()).collect();
        if more.is_empty() {
            return Arc::clone(&INTER);
        }
        Arc::new(Self::new([INTER.fonts.clone(), more].concat()))
    }

    fn new(fonts: Vec<Font>) -> Self {
        Self { book: LazyHash::new(FontBook::from_fonts(&fonts)), fonts }
    }

    /// Whether a character can be printed: it is in each weight of Inter, or in a font that has one.
    pub fn covered(&self, c: char) -> bool {
        let has = |font: &Font| font.info().coverage.contains(u32::from(c));
        let (inter, others) = self.fonts.split_at(WEIGHTS);
        inter.iter().all(has) || others.iter().any(has)
    }
}
