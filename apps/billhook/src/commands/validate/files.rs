use std::{
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
    Missing(io::ErrorKind, String),
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
            Kind::Missing(kind, message) => return Err(io::Error::new(*kind, message.clone())),
        };
        Ok(bytes)
    }
}

/// The documents that are named, the ones in folders by their names.
pub fn sources(paths: &[String]) -> Vec<Source> {
    let mut kinds = Vec::new();
    for path in paths {
        match path.as_str() {
            "-" => kinds.push(("<stdin>".to_owned(), Kind::StandardInput)),
            path => gather(Path::new(path), true, &mut kinds),
        }
    }
    let numbered = kinds.into_iter().enumerate();
    numbered.map(|(index, (name, kind))| Source { index, name, kind }).collect()
}

fn gather(path: &Path, named: bool, kinds: &mut Vec<(String, Kind)>) {
    let name = path.display().to_string();
    if path.is_dir() {
        match fs::read_dir(path) {
            Ok(entries) => {
                let mut inside: Vec<_> = entries.flatten().map(|entry| entry.path()).collect();
                inside.sort();
                inside.iter().for_each(|path| gather(path, false, kinds));
            }
            Err(error) => kinds.push((name, Kind::Missing(error.kind(), error.to_string()))),
        }
    } else if named || path.extension().is_some_and(|e| e.eq_ignore_ascii_case("xml")) {
        kinds.push((name, Kind::File(path.to_owned())));
    }
}
