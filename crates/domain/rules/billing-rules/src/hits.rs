//! What the rules found. A hostile document breaks a dozen rules in each of half a million lines: only
//! so many hits are kept, and of all others it is counted how often each rule failed.

use std::collections::{BTreeMap, HashMap};
use std::hash::{BuildHasherDefault, Hasher};

use crate::aborted::StylesheetAborted;
use crate::adaptation::Adaptation;
use crate::code_list::CodeList;
use crate::hit::{Hit, Value, Values};
use crate::index::{Element, Index};
use crate::logic::Truth;
use crate::options::Options;
use crate::release::Release;
use crate::rule::{Flag, Rule};

/// The hits of a run.
#[derive(Debug)]
pub struct Hits {
    list: Vec<Hit>,
    /// The failed rules and how often each failed, by the rule's address.
    counts: HashMap<usize, (&'static Rule, usize), BuildHasherDefault<Address>>,
    /// The maximum number of hits that are kept, besides the first of each rule.
    most: usize,
    /// The release whose rules apply.
    release: Release,
    /// Whether only rules that follow Peppol's releases are evaluated.
    ahead: bool,
    /// Whether each stylesheet that was run gave up, in their order.
    gave_up: Vec<bool>,
    /// How the rules are adapted to a document that is not a plain invoice.
    adaptation: Option<&'static Adaptation>,
}

impl Hits {
    /// None yet, of a run with these options.
    pub(crate) fn of(options: Options) -> Self {
        Self {
            list: Vec::new(),
            counts: HashMap::default(),
            most: options.max_findings,
            release: options.release,
            ahead: false,
            gave_up: Vec::new(),
            adaptation: None,
        }
    }

    /// None yet, of a document that has none by the release before.
    pub(crate) fn ahead(options: Options) -> Self {
        Self { ahead: true, ..Self::of(options) }
    }

    /// None yet, with as much room as is left here.
    pub(crate) fn fresh(&self) -> Self {
        let most = self.most.saturating_sub(self.list.len());
        let (list, counts, gave_up) = (Vec::new(), HashMap::default(), Vec::new());
        Self { list, counts, most, gave_up, ..*self }
    }

    /// The release that the document is judged by.
    pub const fn release(&self) -> Release {
        self.release
    }

    /// Whether the document is valid by the release before, so that rules which all releases share are skipped.
    pub const fn is_ahead(&self) -> bool {
        self.ahead
    }

    /// Whether the rule belongs to the release and is evaluated.
    pub fn asks(&self, rule: &Rule) -> bool {
        rule.is_in(self.release) && !self.leaves_out(rule)
    }

    /// Whether the rule is skipped, whatever its test would find.
    pub(crate) fn leaves_out(&self, rule: &Rule) -> bool {
        self.adaptation.is_some_and(|adaptation| adaptation.left_out.has(rule.id))
    }

    /// Whether the rule is skipped for the element.
    pub(crate) fn spares(&self, index: &Index<'_>, rule: &Rule, element: Element) -> Truth {
        match self.adaptation {
            None => Ok(false),
            Some(adaptation) => {
                Ok(adaptation.left_out.has(rule.id) || (adaptation.excuses)(index, rule, element)?)
            }
        }
    }

    /// The codes of a rule: the usual ones, or others.
    pub(crate) fn codes(&self, rule: &Rule, usual: &'static CodeList) -> &'static CodeList {
        self.adaptation.and_then(|adaptation| (adaptation.codes)(rule)).unwrap_or(usual)
    }

    /// Asks rules of a part of the document that has an index of its own, as the adaptation says. If they
    /// give up, so does the stylesheet that asked.
    ///
    /// # Errors
    /// [`StylesheetAborted`] by what the rules say.
    pub fn of_part<'a>(
        &mut self,
        (whole, part): (&Index<'a>, &Index<'a>),
        adaptation: &'static Adaptation,
        check: impl FnOnce(&Index<'a>, &mut Self) -> Result<(), StylesheetAborted>,
    ) -> Result<(), StylesheetAborted> {
        let release = adaptation.release;
        let mut found = Self { adaptation: Some(adaptation), release, ..self.fresh() };
        part.refresh();
        let result = check(part, &mut found);
        if part.is_exhausted() {
            whole.exhaust();
        }
        let there = |element: Element| whole.element_of(part.node(element));
        for hit in &mut found.list {
            hit.element = hit.element.map(there);
            hit.rule = (adaptation.instead)(hit.rule);
        }
        for counted in found.counts.values_mut() {
            counted.0 = (adaptation.instead)(counted.0);
        }
        self.append(found);
        result
            .map_err(|aborted| StylesheetAborted { element: aborted.element.map(there), ..aborted })
    }

    /// The rule failed on the element.
    pub fn push(&mut self, rule: &'static Rule, element: Element) {
        if self.asks(rule) && self.count(rule, 1) {
            self.list.push(Hit { rule, element: Some(element), values: None });
        }
    }

    /// The rule failed on the element, with values to show.
    pub fn push_with(
        &mut self,
        rule: &'static Rule,
        element: Element,
        expected: Value,
        actual: Value,
    ) {
        if self.asks(rule) && self.count(rule, 1) {
            let values = Some(Box::new(Values { expected, actual }));
            self.list.push(Hit { rule, element: Some(element), values });
        }
    }

    /// Multiplies the hits: the same rules fail on this many nodes of one parent.
    pub(crate) fn times(
        &mut self,
        times: usize,
        check: impl FnOnce(&mut Self) -> Result<(), StylesheetAborted>,
    ) -> Result<(), StylesheetAborted> {
        if times == 0 {
            return Ok(());
        }
        let mut found = self.fresh();
        check(&mut found)?;
        for _ in 0..times {
            for hit in &found.list {
                if self.count(hit.rule, 0) {
                    self.list.push(hit.clone());
                }
            }
            for &(rule, count) in found.counts.values() {
                self.count(rule, count);
            }
        }
        Ok(())
    }

    /// Adds other hits.
    pub(crate) fn append(&mut self, other: Self) {
        for (rule, count) in other.counts.into_values() {
            self.count(rule, count);
        }
        self.list.extend(other.list);
    }

    /// Adds the hits of one stylesheet; if it gave up, only the hit that reports that.
    pub(crate) fn append_stylesheet(&mut self, found: Self, gave_up: bool) {
        self.append(found);
        self.gave_up.push(gave_up);
    }

    /// Whether each stylesheet that was run gave up, in their order.
    pub(crate) fn take_gave_up(&mut self) -> Vec<bool> {
        std::mem::take(&mut self.gave_up)
    }

    /// Whether there are no hits.
    pub(crate) fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// The hits that were kept, and how often each rule failed.
    pub(crate) fn into_parts(self) -> (Vec<Hit>, BTreeMap<&'static str, (Flag, usize)>) {
        let mut fired = BTreeMap::new();
        for (rule, count) in self.counts.into_values() {
            fired.entry(rule.id).or_insert((rule.flag, 0)).1 += count;
        }
        (self.list, fired)
    }

    /// Counts failures of the rule. Returns whether a hit of it is kept.
    fn count(&mut self, rule: &'static Rule, failures: usize) -> bool {
        let counted = self.counts.entry(std::ptr::from_ref(rule) as usize).or_insert((rule, 0));
        let is_first = counted.1 == 0;
        counted.1 += failures;
        is_first || self.list.len() < self.most
    }
}

/// A hash for addresses, which callers cannot choose.
#[derive(Default)]
pub(crate) struct Address(u64);

impl Hasher for Address {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.write_usize(usize::from(*byte));
        }
    }

    fn write_usize(&mut self, address: usize) {
        let mixed = (self.0 ^ address as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        self.0 = mixed ^ (mixed >> 32);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    static ONE: Rule = Rule::fatal("one", &[], "One.", "One.");
    static TWO: Rule = Rule::warning("two", &[], "Two.", "Two.");

    fn keeping(max_findings: usize) -> Hits {
        Hits::of(Options { max_findings, ..Options::default() })
    }

    fn kept(hits: Hits) -> (Vec<&'static str>, usize, usize) {
        let (list, fired) = hits.into_parts();
        let count = |id| fired.get(id).map_or(0, |(_, count)| *count);
        (list.iter().map(|hit| hit.rule.id).collect(), count("one"), count("two"))
    }

    #[test]
    fn all_are_counted_and_the_first_of_each_rule_is_kept() {
        let mut hits = keeping(2);
        for _ in 0..5 {
            hits.push(&ONE, Element::ROOT);
        }
        for _ in 0..3 {
            hits.push(&TWO, Element::ROOT);
        }
        assert_eq!(kept(hits), (vec!["one", "one", "two"], 5, 3));
    }

    #[test]
    fn what_counts_several_times_is_kept_as_often() {
        let mut hits = keeping(10);
        let both = |hits: &mut Hits| {
            hits.push(&ONE, Element::ROOT);
            hits.push(&TWO, Element::ROOT);
            Ok(())
        };
        assert_eq!(hits.times(2, both), Ok(()));
        assert_eq!(hits.times(0, both), Ok(()));
        assert_eq!(kept(hits), (vec!["one", "two", "one", "two"], 2, 2));
    }

    #[test]
    fn a_part_that_is_taken_back_leaves_nothing() {
        let mut hits = keeping(1);
        hits.push(&ONE, Element::ROOT);
        let mut part = hits.fresh();
        part.push(&TWO, Element::ROOT);
        part.push(&TWO, Element::ROOT);
        drop(part);
        assert_eq!(kept(hits), (vec!["one"], 1, 0));
    }

    #[test]
    fn rules_of_other_releases_find_nothing() {
        static BEFORE: Rule = Rule::fatal("one", &[], "One.", "One.").until(Release::May2026);
        static AFTER: Rule = Rule::warning("two", &[], "Two.", "Two.").since(Release::November2026);
        for (release, fired) in [(Release::May2026, (1, 0)), (Release::November2026, (0, 1))] {
            let mut hits = Hits::of(Options { release, ..Options::default() });
            hits.push(&BEFORE, Element::ROOT);
            hits.push(&AFTER, Element::ROOT);
            let (_, one, two) = kept(hits);
            assert_eq!((one, two), fired);
        }
    }
}
