//! A document of many like elements, which are parsed some at a time: no tree is made of all of it.

use std::cell::Cell;
use std::ops::Range;

use roxmltree::{Document, Node};

use super::Pass;
use super::excerpt::Excerpt;
use super::markup::{Fault, name_in};
use crate::escape::escape_attribute;
use crate::guard::{Limits, admit_text, scan};
use crate::parsed::{Unreadable, count_parse};

/// Bytes of elements that are parsed together. Longer ones are parsed by themselves.
const TOGETHER: usize = 64 * 1024;

/// Bytes behind a fault that are shown to the parser, which says more of it.
const SHOWN: usize = 64 * 1024;

/// Stands around elements that are parsed without those around them.
const CLOSE: &str = "</x>";

/// Which elements are cut out: those of one of these local names that lie so many elements deep in the one that is cut.
#[derive(Debug, Clone, Copy)]
pub struct Cut {
    /// Their local names.
    pub names: &'static [&'static str],
    /// 1: they are its children.
    pub depth: usize,
}

/// A document, or a large element of one, without the elements that are cut out of it. Those are visited one after the
/// other ([`Pieces::each`]).
///
/// Of whatever is parsed at once no more than some 55,000 elements are let in.
pub struct Pieces<'a> {
    whole: &'a str,
    limits: Limits,
    head: Excerpt<'a>,
    rest: Excerpt<'a>,
    cut: Cut,
    deeper: &'static [Cut],
    /// Elements around the one that is cut, of which only their namespaces are left.
    around: usize,
    seen: Cell<usize>,
}

impl<'a> Pieces<'a> {
    /// Guards a document, and looks through it. Of the elements that the first of `cuts` cuts out, large ones are
    /// cut by the second in turn, and so on.
    ///
    /// # Errors
    /// [`Unreadable`] says why and where.
    pub fn read_within(
        bytes: &'a [u8],
        limits: &Limits,
        cuts: &'static [Cut],
    ) -> Result<Self, Unreadable> {
        let text = admit_text(bytes, limits).map_err(|it| Unreadable::refused(it, bytes))?;
        count_parse();
        let mut pass = pass(text, limits, cuts);
        match pass.run() {
            Ok(()) => Self::of((text, 0..text.len()), pass, (cuts, limits), None),
            Err(fault) => Err(scan(bytes, limits)
                .err()
                .map_or_else(|| said(&pass, fault), |it| Unreadable::refused(it, bytes))),
        }
    }

    /// What is left between what is cut out of this part of a document.
    fn of(
        (whole, part): (&'a str, Range<usize>),
        pass: Pass<'_>,
        (cuts, limits): (&'static [Cut], &Limits),
        open: Option<&str>,
    ) -> Result<Self, Unreadable> {
        let root = &pass.outline.root;
        let mut head = Excerpt::begun_with(whole, "");
        head.add(part.start + root.start..part.start + root.end)?;
        head.close(&end_tag(pass.outline.start_tag()));
        let mut rest = Excerpt::begun_with(whole, open.unwrap_or_default());
        let mut from = part.start;
        for piece in pass.left_out.ranges {
            rest.add(from..part.start + piece.start)?;
            from = part.start + piece.end;
        }
        rest.add(from..part.end)?;
        if open.is_some() {
            rest.close(CLOSE);
        }
        let (cut, deeper) = split(cuts);
        let around = usize::from(open.is_some());
        Ok(Self { whole, limits: *limits, head, rest, cut, deeper, around, seen: Cell::new(0) })
    }

    /// The document element alone, with nothing in it.
    ///
    /// # Errors
    /// [`Unreadable`] says why and where.
    pub fn head(&self) -> Result<Document<'_>, Unreadable> {
        self.head.document()
    }

    /// Which elements are cut out.
    #[must_use]
    pub const fn cut(&self) -> Cut {
        self.cut
    }

    /// The document without what is cut out.
    ///
    /// # Errors
    /// [`Unreadable`] says why and where.
    pub fn rest(&self) -> Result<Document<'_>, Unreadable> {
        self.rest.document()
    }

    /// Visits the elements that were cut out of an element of the [`rest`](Pieces::rest), which is their parent, in their
    /// order. A large one is without what is cut out of it in turn, which comes with it.
    ///
    /// # Errors
    /// [`Unreadable`], or what `visit` says; the elements that follow are not visited then.
    pub fn each<E: From<Unreadable>>(
        &self,
        parent: Node<'_, '_>,
        mut visit: impl FnMut(Node<'_, '_>, Option<&Pieces<'_>>) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut places = self.places_in(parent);
        let open = if places.is_empty() { String::new() } else { opening(parent) };
        while !places.is_empty() {
            let first = self.rest.gap(places.start);
            if first.len() > TOGETHER && !self.deeper.is_empty() {
                places.start += 1;
                self.count(1);
                let within = self.within(first, &open)?;
                let document = within.rest()?;
                if let Some(element) = document.root_element().first_element_child() {
                    visit(element, Some(&within))?;
                }
                within.finish(&document)?;
            } else {
                let some = self.together(&mut places, &open)?;
                let document = some.document()?;
                let elements = document.root_element().children();
                elements.filter(Node::is_element).try_for_each(|it| visit(it, None))?;
            }
        }
        Ok(())
    }

    /// Parses what was not visited: an error in it is one of the document.
    ///
    /// # Errors
    /// [`Unreadable`] says why and where.
    pub fn finish(&self, rest: &Document<'_>) -> Result<(), Unreadable> {
        if self.seen.get() == self.rest.gaps() { Ok(()) } else { self.check(rest) }
    }

    /// Parses all that was cut out, visited or not.
    ///
    /// # Errors
    /// [`Unreadable`] says why and where.
    pub fn check(&self, rest: &Document<'_>) -> Result<(), Unreadable> {
        let mut elements = rest.descendants().filter(Node::is_element);
        elements.try_for_each(|element| self.each(element, |_, _| Ok(())))
    }

    fn count(&self, visited: usize) {
        self.seen.set(self.seen.get() + visited);
    }

    /// Which were cut out of an element: none, if it is no parent of such.
    fn places_in(&self, parent: Node<'_, '_>) -> Range<usize> {
        let around = parent.ancestors().skip(1).filter(Node::is_element).count();
        match around + 1 == self.cut.depth + self.around {
            true => self.rest.gaps_within(&parent.range()),
            false => 0..0,
        }
    }

    /// A large element, cut in turn.
    fn within(&self, element: Range<usize>, open: &str) -> Result<Pieces<'a>, Unreadable> {
        let text = self.whole.get(element.clone()).unwrap_or_default();
        let mut pass = pass(text, &self.limits, self.deeper);
        let run = pass.run();
        run.map_err(|fault| Unreadable::fault(fault, element.start + pass.at, self.whole))?;
        Self::of((self.whole, element), pass, (self.deeper, &self.limits), Some(open))
    }

    /// As many elements as are parsed together, taken of these places; at least one.
    fn together(&self, places: &mut Range<usize>, open: &str) -> Result<Excerpt<'a>, Unreadable> {
        let most = TOGETHER.max(open.len());
        let (mut some, mut length) = (Excerpt::begun_with(self.whole, open), 0);
        while places.start < places.end {
            let piece = self.rest.gap(places.start);
            if length > 0 && length + piece.len() > most {
                break;
            }
            (places.start, length) = (places.start + 1, length + piece.len());
            some.add(piece)?;
            self.count(1);
        }
        some.close(CLOSE);
        Ok(some)
    }
}

/// What closes the element of a start tag.
fn end_tag(start: &str) -> String {
    if start.ends_with("/>") { String::new() } else { format!("</{}>", name_in(start)) }
}

fn split(cuts: &'static [Cut]) -> (Cut, &'static [Cut]) {
    cuts.split_first().map_or((Cut { names: &[], depth: 0 }, &[]), |(cut, deeper)| (*cut, deeper))
}

fn pass<'t>(text: &'t str, limits: &Limits, cuts: &'static [Cut]) -> Pass<'t> {
    let (cut, _) = split(cuts);
    let mut pass = Pass::new(text, *limits);
    (pass.left_out.names, pass.left_out.depth) = (cut.names, Some(cut.depth));
    pass
}

/// A start tag with the namespaces of an element.
fn opening(parent: Node<'_, '_>) -> String {
    let mut open = String::from("<x");
    for declared in parent.namespaces().filter(|declared| declared.name() != Some("xml")) {
        let colon = if declared.name().is_some() { ":" } else { "" };
        open.extend([" xmlns", colon, declared.name().unwrap_or_default(), "=\""]);
        escape_attribute(&mut open, declared.uri());
        open.push('"');
    }
    open.push('>');
    open
}

/// What the parser says of a fault, which knows more of it: it is shown the elements that are open, and what follows.
fn said(pass: &Pass<'_>, fault: Fault) -> Unreadable {
    let text = pass.outline.text;
    let most = (pass.at + SHOWN).min(text.len());
    let end = (pass.at..=most).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(most);
    let mut shown = Excerpt::begun_with(text, "");
    let mut tags = pass.open.iter().map(|open| open.at..open.at + open.length);
    let is_shown =
        tags.try_for_each(|tag| shown.add(tag)).and_then(|()| shown.add(pass.at..end)).is_ok();
    let said = match end == text.len() {
        _ if !is_shown => None,
        true => shown.document().err(),
        false => shown.said_before_its_end(),
    };
    said.unwrap_or_else(|| Unreadable::fault(fault, pass.at, text))
}
