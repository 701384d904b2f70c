//! Where the documents come from.

use std::{
    collections::HashSet,
    fs, io,
    io::Read,
    path::{Path, PathBuf},
};

/// Bytes of a document that are read at most: more than the guards let pass, so that they say it.
const MAX_BYTES: u64 = 128 * 1024 * 1024;

/// A document to be read.
pub struct Source {
    /// Its place in the order.
    pub index: usize,
    name: String,
    kind: Kind,
}

enum Kind {
    File(PathBuf),
    StandardInput,
    Missing(String),
}

impl Source {
    /// As it was named.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Its bytes.
    pub fn read(&self) -> io::Result<Vec<u8>> {
        let mut bytes = Vec::new();
        match &self.kind {
            Kind::File(path) => fs::File::open(path)?.take(MAX_BYTES).read_to_end(&mut bytes)?,
            Kind::StandardInput => io::stdin().lock().take(MAX_BYTES).read_to_end(&mut bytes)?,
            Kind::Missing(why) => return Err(io::Error::other(why.clone())),
        };
        Ok(bytes)
    }
}

/// The documents that are named, the ones in folders by their names. A folder without any counts as
/// one that cannot be read: whoever named it expected some.
pub fn sources(paths: &[PathBuf]) -> Vec<Source> {
    let mut found = Found::default();
    for path in paths {
        if path.as_os_str() == "-" {
            found.kinds.push(("<stdin>".to_owned(), Kind::StandardInput));
        } else if path.is_dir() {
            let before = found.kinds.len();
            found.folder(path);
            if found.kinds.len() == before {
                found.missing(path, "no .xml file is in this folder".to_owned());
            }
        } else {
            found.file(path);
        }
    }
    let numbered = found.kinds.into_iter().enumerate();
    numbered.map(|(index, (name, kind))| Source { index, name, kind }).collect()
}

#[derive(Default)]
struct Found {
    kinds: Vec<(String, Kind)>,
    /// Folders that were walked, as they really are: links may lead back to them.
    walked: HashSet<PathBuf>,
}

impl Found {
    fn folder(&mut self, path: &Path) {
        let real = match fs::canonicalize(path) {
            Ok(real) => real,
            Err(error) => return self.missing(path, error.to_string()),
        };
        if !self.walked.insert(real) {
            return;
        }
        match fs::read_dir(path) {
            Ok(entries) => {
                let mut inside: Vec<_> = entries.flatten().map(|entry| entry.path()).collect();
                inside.sort();
                inside.iter().for_each(|path| self.inside(path));
            }
            Err(error) => self.missing(path, error.to_string()),
        }
    }

    fn inside(&mut self, path: &Path) {
        if path.is_dir() {
            self.folder(path);
        } else if path.extension().is_some_and(|name| name.eq_ignore_ascii_case("xml")) {
            self.file(path);
        }
    }

    fn file(&mut self, path: &Path) {
        self.kinds.push((path.display().to_string(), Kind::File(path.to_owned())));
    }

    fn missing(&mut self, path: &Path, why: String) {
        self.kinds.push((path.display().to_string(), Kind::Missing(why)));
    }
}
