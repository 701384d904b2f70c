use std::ops::Range;

use billing_rules::machinery::Element;

/// The combinations of keys that the parts of a type have.
pub(super) struct Combinations {
    /// All of them, one after the other.
    texts: String,
    /// Where each part's stands, in the order of the texts.
    sorted: Vec<(Range<usize>, Element)>,
    /// The parts whose combination another part has too, in their order.
    pub(super) repeated: Vec<Element>,
}

impl Combinations {
    pub(super) fn of(texts: String, mut all: Vec<(Range<usize>, Element)>) -> Self {
        let text = |one: &(Range<usize>, Element)| &texts[one.0.clone()];
        all.sort_unstable_by(|one, other| text(one).cmp(text(other)));
        let same = all.chunk_by(|one, other| text(one) == text(other));
        let same = same.filter(|parts| parts.len() > 1).flatten();
        let mut repeated: Vec<Element> = same.map(|part| part.1).collect();
        repeated.sort_unstable();
        Self { texts, sorted: all, repeated }
    }

    /// Whether exactly one part has this combination.
    pub(super) fn has_once(&self, combination: &str) -> bool {
        let text = |one: &(Range<usize>, Element)| &self.texts[one.0.clone()];
        let from = self.sorted.partition_point(|one| text(one) < combination);
        let same = self.sorted[from..].iter().take_while(|one| text(one) == combination);
        same.take(2).count() == 1
    }
}
