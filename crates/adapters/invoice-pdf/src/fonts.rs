//! The fonts: Inter for what is usual, and Noto for the scripts that it lacks, read when a page has them.

use std::collections::BTreeSet;
use std::sync::{Arc, LazyLock};

use typst::foundations::Bytes;
use typst::text::{Font, FontBook};
use typst::utils::LazyHash;

use crate::font_folder::FontFolder;

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
    /// Inter, and what else is needed for these characters: what is bundled, then what the folder has.
    pub fn of(characters: &BTreeSet<char>, folder: &FontFolder) -> Arc<Self> {
        Self::chosen(characters, &SCRIPTS, folder)
    }

    fn chosen(characters: &BTreeSet<char>, bundled: &[Script], folder: &FontFolder) -> Arc<Self> {
        let lacking = || characters.iter().filter(|c| !INTER.covered(**c));
        let scripts = bundled.iter().filter(|script| lacking().any(|c| script.is_for(*c)));
        let mut more: Vec<Font> = scripts.flat_map(|script| script.fonts.iter().cloned()).collect();
        if !folder.is_empty() {
            let is_bundled = |c: char| more.iter().any(|font| has(font, c));
            let lacking = lacking().copied().filter(|c| !is_bundled(*c)).collect();
            more.extend(folder.fonts_for(lacking));
        }
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
        let (inter, others) = self.fonts.split_at(WEIGHTS);
        inter.iter().all(|font| has(font, c)) || others.iter().any(|font| has(font, c))
    }
}

fn has(font: &Font, c: char) -> bool {
    font.info().coverage.contains(u32::from(c))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::{fs, path::Path};

    /// A font that is bundled, in a folder of a service that has it not: no other is at hand in tests.
    #[test]
    fn further_fonts_are_taken_from_a_folder() {
        let folder = std::env::temp_dir().join(format!("invoice-pdf-fonts-{}", std::process::id()));
        fs::create_dir_all(&folder).expect("a folder");
        let armenian = Path::new(env!("CARGO_MANIFEST_DIR")).join("fonts/NotoSansArmenian.ttf");
        fs::copy(armenian, folder.join("other.TTF")).expect("a font");
        for (name, bytes) in [("broken.otf", "no font"), ("readme.txt", "no font")] {
            fs::write(folder.join(name), bytes).expect("a file");
        }
        let open = || FontFolder::open(&folder).expect("opened");
        let (fonts, broken) = open();
        assert_eq!((fonts.len(), broken), (1, vec![folder.join("broken.otf")]));
        let (characters, read_late) = (BTreeSet::from(['A', 'Ա', '🚀']), open().0);
        let has = |bundled: &[Script], folder: &FontFolder| {
            let faces = Faces::chosen(&characters, bundled, folder);
            (['A', 'Ա', '🚀'].map(|c| faces.covered(c)), faces.fonts.len())
        };
        assert_eq!(has(&[], &FontFolder::default()), ([true, false, false], WEIGHTS));
        assert_eq!(has(&[], &fonts), ([true, true, false], WEIGHTS + 1));
        assert_eq!(has(&SCRIPTS, &fonts), ([true, true, false], WEIGHTS + 1), "it is bundled");
        let usual = Faces::chosen(&BTreeSet::from(['A']), &[], &fonts);
        assert_eq!(usual.fonts.len(), WEIGHTS, "no more than is needed");
        fs::remove_dir_all(&folder).expect("removed");
        assert_eq!(has(&[], &fonts), ([true, true, false], WEIGHTS + 1), "it was read");
        assert_eq!(has(&[], &read_late), ([true, false, false], WEIGHTS), "and this one was not");
        assert!(FontFolder::open(&folder).is_err());
    }
}
