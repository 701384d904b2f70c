use std::ops::Range;

/// Which elements are left out, and where they lie.
#[derive(Default)]
pub(super) struct LeftOut<'a> {
    pub(super) names: &'a [&'a str],
    /// How many elements are open around each, where only those are left out.
    pub(super) depth: Option<usize>,
    /// Begin of the one that is open, and how many elements are open around it.
    open: Option<(usize, usize)>,
    pub(super) ranges: Vec<Range<usize>>,
}

impl LeftOut<'_> {
    /// An element begins at this byte, at this depth.
    pub(super) fn opened(&mut self, name: &str, at: usize, depth: usize) {
        if self.names.is_empty() || self.open.is_some() || depth == 0 {
            return;
        }
        if self.depth.is_some_and(|only| only != depth) {
            return;
        }
        let local = name.split_once(':').map_or(name, |(_, local)| local);
        if self.names.contains(&local) {
            self.open = Some((at, depth));
        }
    }

    /// An element ends at this byte; `depth` elements are still open around it.
    pub(super) fn ended(&mut self, end: usize, depth: usize) {
        if let Some((begin, _)) = self.open.take_if(|open| open.1 == depth) {
            self.ranges.push(begin..end);
        }
    }
}
