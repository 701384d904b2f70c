//! What each subject lists.

/// A sentence in English and in Slovak. What fills the holes comes in the same order; `{2}` in Slovak is
/// the second of them.
pub(super) type Sentence = (&'static str, &'static str);
