//! Code lists: text files of codes between white space, with remarks in lines that begin with `#`.

use std::collections::HashSet;
use std::hash::{BuildHasherDefault, Hasher};
use std::sync::OnceLock;

use xml::white_space::normalized;

/// A list of codes, read when it is first asked.
pub struct CodeList {
    text: &'static str,
    codes: OnceLock<HashSet<&'static str, BuildHasherDefault<Short>>>,
}

impl CodeList {
    /// The list in a text file.
    pub const fn new(text: &'static str) -> Self {
        Self { text, codes: OnceLock::new() }
    }

    /// Whether this is exactly one of the codes.
    pub fn has(&self, code: &str) -> bool {
        self.codes.get_or_init(|| self.iter().collect()).contains(code)
    }

    /// Whether this is one of the codes, white space around it aside.
    pub fn has_normalized(&self, text: &str) -> bool {
        self.has(text) || self.has(&normalized(text))
    }

    /// The codes in the order of the file.
    pub fn iter(&self) -> impl Iterator<Item = &'static str> + use<> {
        self.text
            .lines()
            .filter(|line| !line.starts_with('#'))
            .flat_map(str::split_ascii_whitespace)
    }
}

impl std::fmt::Debug for CodeList {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(out, "CodeList({} codes)", self.iter().count())
    }
}

/// A hash for texts of a few letters. The sets are fixed, so they cannot be filled with collisions.
#[derive(Default)]
pub(crate) struct Short(u64);

impl Hasher for Short {
    fn finish(&self) -> u64 {
        self.0 ^ (self.0 >> 32)
    }

    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let word = chunk.iter().fold(0_u64, |word, &byte| word << 8 | u64::from(byte));
            self.0 = (self.0.rotate_left(5) ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn remarks_are_no_codes() {
        let list = CodeList::new("# A list, version 1.\nAA BB\nCC\n");
        assert!(list.has("CC") && list.has_normalized(" AA\n"));
        assert!(!list.has("A") && !list.has("list,") && !list.has(""));
    }
}
