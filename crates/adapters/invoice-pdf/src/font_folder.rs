//! Fonts of whoever runs the service, for scripts that are not bundled: looked at when the folder is opened, and read when
//! a page has characters that nothing else has.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::{fs, io};

use typst::foundations::Bytes;
use typst::text::{Coverage, Font, FontInfo};

/// The endings of files of fonts.
const ENDINGS: [&str; 4] = ["ttf", "otf", "ttc", "otc"];

/// A folder of further fonts. An empty one is that of a service that has none.
#[derive(Debug, Default)]
pub struct FontFolder(Vec<FontFile>);

#[derive(Debug)]
struct FontFile {
    path: PathBuf,
    /// What its fonts have.
    coverage: Vec<Coverage>,
    /// Nothing of a file that cannot be read any more.
    fonts: OnceLock<Vec<Font>>,
}

impl FontFolder {
    /// Looks at the files of a folder, in the order of their names. Returns those that hold no font, too.
    ///
    /// # Errors
    /// Those of reading the folder or a file.
    pub fn open(folder: &Path) -> io::Result<(Self, Vec<PathBuf>)> {
        let entries = fs::read_dir(folder)?.map(|entry| Ok(entry?.path()));
        let mut paths: Vec<_> = entries.collect::<io::Result<_>>()?;
        paths.retain(|path| is_font(path));
        paths.sort();
        let files: Vec<_> = paths.into_iter().map(FontFile::open).collect::<io::Result<_>>()?;
        let (fonts, others): (Vec<_>, Vec<_>) =
            files.into_iter().partition(|file| !file.coverage.is_empty());
        Ok((Self(fonts), others.into_iter().map(|file| file.path).collect()))
    }

    /// How many files of fonts it has.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether it has none.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The fonts for these characters, as few files as come first.
    pub(crate) fn fonts_for(&self, mut lacking: BTreeSet<char>) -> Vec<Font> {
        let mut found = Vec::new();
        for file in &self.0 {
            let before = lacking.len();
            lacking.retain(|c| !file.covers(*c));
            if lacking.len() < before {
                found.extend(file.fonts().iter().cloned());
            }
        }
        found
    }
}

fn is_font(path: &Path) -> bool {
    let ending = path.extension().and_then(|ending| ending.to_str());
    ending.is_some_and(|ending| ENDINGS.iter().any(|known| ending.eq_ignore_ascii_case(known)))
}

impl FontFile {
    fn open(path: PathBuf) -> io::Result<Self> {
        let bytes = fs::read(&path)?;
        let coverage = FontInfo::iter(&bytes).map(|info| info.coverage).collect();
        Ok(Self { path, coverage, fonts: OnceLock::new() })
    }

    fn covers(&self, c: char) -> bool {
        self.coverage.iter().any(|coverage| coverage.contains(u32::from(c)))
    }

    fn fonts(&self) -> &[Font] {
        self.fonts.get_or_init(|| {
            let bytes = fs::read(&self.path).unwrap_or_default();
            Font::iter(Bytes::new(bytes)).collect()
        })
    }
}
