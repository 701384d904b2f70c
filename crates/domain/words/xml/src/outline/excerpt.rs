//! Parts of a document, put together as a document of their own.

use std::ops::Range;

use roxmltree::{Document, Error};

use crate::guard::{Refusal, RefusalKind};
use crate::parsed::{Unreadable, offset_of, tree};

/// What the tree of an excerpt may cost: some 55,000 elements without attributes, or 2 MiB of text alone.
const MOST: usize = 8 * 1024 * 1024;

/// What the parser sets aside for each angle bracket and each equals sign, and what copies of texts take, in bytes.
const NODE: usize = 72;
const ATTRIBUTE: usize = 88;
const COPIES: usize = 4;

/// Parts of a document.
pub(super) struct Excerpt<'a> {
    whole: &'a str,
    text: String,
    parts: Vec<Part>,
    cost: usize,
}

/// Where a part begins.
#[derive(Clone, Copy)]
struct Part {
    /// In the excerpt.
    at: u32,
    /// In the document.
    from: u32,
}

impl<'a> Excerpt<'a> {
    /// One that begins with this tag, which is of no document.
    pub(super) fn begun_with(whole: &'a str, open: &str) -> Self {
        Self { whole, text: open.to_owned(), parts: Vec::new(), cost: 0 }
    }

    /// Adds the part of the document at this range.
    ///
    /// # Errors
    /// [`RefusalKind::TooManyNodes`], before it takes up memory.
    pub(super) fn add(&mut self, range: Range<usize>) -> Result<(), Unreadable> {
        let part = self.whole.get(range.clone()).unwrap_or_default();
        self.cost += cost(part);
        if self.cost > MOST {
            let refusal = Refusal { kind: RefusalKind::TooManyNodes, offset: range.start };
            return Err(Unreadable::refused(refusal, self.whole.as_bytes()));
        }
        self.parts.push(Part { at: number(self.text.len()), from: number(range.start) });
        self.text.push_str(part);
        Ok(())
    }

    /// Adds an end tag that is of no document.
    pub(super) fn close(&mut self, tag: &str) {
        self.text.push_str(tag);
    }

    pub(super) fn document(&self) -> Result<Document<'_>, Unreadable> {
        tree(&self.text).map_err(|error| self.said(&error))
    }

    /// What the parser says of what is cut off behind the excerpt: nothing where it only misses the rest.
    pub(super) fn said_before_its_end(&self) -> Option<Unreadable> {
        let error = tree(&self.text).err()?;
        let misses = matches!(
            error,
            Error::UnexpectedEndOfStream | Error::UnclosedRootNode | Error::NoRootNode
        );
        (!misses).then(|| self.said(&error))
    }

    fn said(&self, error: &Error) -> Unreadable {
        let offset = self.original(offset_of(&self.text, error.pos()));
        Unreadable::said_of(error, offset, self.whole)
    }

    /// Where a byte of the excerpt stands in the document.
    fn original(&self, at: usize) -> usize {
        let behind = self.parts.partition_point(|part| part.at as usize <= at);
        match behind.checked_sub(1).and_then(|place| self.parts.get(place)) {
            Some(part) => part.from as usize + (at - part.at as usize),
            None => self.parts.first().map_or(0, |part| part.from as usize),
        }
    }

    /// How many gaps are between its parts.
    pub(super) fn gaps(&self) -> usize {
        self.parts.len().saturating_sub(1)
    }

    /// What of the document is left out between a part and the next.
    pub(super) fn gap(&self, place: usize) -> Range<usize> {
        match self.parts.get(place..).unwrap_or_default() {
            [before, after, ..] => {
                (before.from + (after.at - before.at)) as usize..after.from as usize
            }
            _ => 0..0,
        }
    }

    /// The gaps between these bytes of the excerpt.
    pub(super) fn gaps_within(&self, range: &Range<usize>) -> Range<usize> {
        let after = self.parts.get(1..).unwrap_or_default();
        let before = |end: usize| after.partition_point(|part| (part.at as usize) < end);
        before(range.start)..before(range.end)
    }
}

/// What the tree of a text costs.
fn cost(text: &str) -> usize {
    let count = |byte| memchr::memchr_iter(byte, text.as_bytes()).count();
    text.len() * COPIES + count(b'<') * NODE + count(b'=') * ATTRIBUTE
}

/// Documents are shorter than 4 GiB: their limits are, and places behind that would not be found.
fn number(at: usize) -> u32 {
    u32::try_from(at).unwrap_or(u32::MAX)
}
