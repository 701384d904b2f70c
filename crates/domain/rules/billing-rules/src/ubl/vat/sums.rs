//! What the document has of each VAT category, and of each rate where the rules ask for rates:
//! added up once, so that many lines and many subtotals are not multiplied with each other.

use std::collections::HashMap;

use crate::index::{Element, Index};
use crate::logic::either;
use crate::names::ubl::{cac, cbc};
use crate::number::XsDecimal;
use crate::ubl::tax::{CODES, Code, Indicator};
use crate::verdict::StylesheetAborted;

type Amount = Result<XsDecimal, StylesheetAborted>;

/// The sums of one category, or of one category and rate.
struct Sum {
    /// Lines of the document: of invoices and of credit notes.
    lines: [Amount; 2],
    /// Charges of the document.
    charges: Amount,
    /// Allowances of the document.
    allowances: Amount,
    /// The first line, of invoices and of credit notes, that has it.
    in_lines: [Option<Element>; 2],
    /// The first allowance or charge of any level that has it.
    in_charges: Option<Element>,
}

impl Default for Sum {
    fn default() -> Self {
        const NONE: Amount = Ok(XsDecimal::ZERO);
        Self {
            lines: [NONE, NONE],
            charges: NONE,
            allowances: NONE,
            in_lines: [None, None],
            in_charges: None,
        }
    }
}

/// A rate that the official engine gives up at, unless it finds the one it looks for before it in the
/// same line, allowance or charge.
struct Unreadable {
    aborted: StylesheetAborted,
    /// In order of size.
    before: Vec<XsDecimal>,
    place: Place,
}

/// Where the official rules meet a category.
#[derive(Clone, Copy)]
struct Place {
    /// Lines of invoices are 0 and of credit notes 1; allowances and charges have no kind.
    kind: Option<usize>,
    /// Whether its amount is added up, not only looked for.
    in_sums: bool,
}

/// The sums.
pub(in crate::ubl) struct Sums {
    by: HashMap<(Code, Option<XsDecimal>), Sum>,
    has_lines: [bool; 2],
    /// By code: rates that cannot be read, or two where one is expected.
    aborts: [Vec<Unreadable>; CODES],
}

impl Sums {
    /// Adds up the document.
    pub(in crate::ubl) fn of(index: &Index<'_>) -> Self {
        let kinds = [cac::INVOICE_LINE, cac::CREDIT_NOTE_LINE];
        let mut sums = Self {
            by: HashMap::new(),
            has_lines: kinds.map(|name| index.any_named(name)),
            aborts: std::array::from_fn(|_| Vec::new()),
        };
        for (kind, name) in kinds.into_iter().enumerate() {
            for line in index.named(name) {
                sums.line(index, line, kind);
            }
        }
        for charge in index.named(cac::ALLOWANCE_CHARGE) {
            sums.charge(index, charge);
        }
        sums
    }

    fn line(&mut self, index: &Index<'_>, line: Element, kind: usize) {
        let amount = is_of_document(index, line)
            .then(|| index.child_decimal(line, cbc::LINE_EXTENSION_AMOUNT));
        let mut categories = Vec::new();
        for item in index.children_named(line, cac::ITEM) {
            categories.extend(index.children_named(item, cac::CLASSIFIED_TAX_CATEGORY));
        }
        let place = Place { kind: Some(kind), in_sums: amount.is_some() };
        for key in self.keys(index, &categories, place) {
            let sum = self.by.entry(key).or_default();
            sum.in_lines[kind].get_or_insert(line);
            if let Some(amount) = &amount {
                add(&mut sum.lines[kind], amount);
            }
        }
    }

    fn charge(&mut self, index: &Index<'_>, charge: Element) {
        let categories: Vec<_> = index.children_named(charge, cac::TAX_CATEGORY).collect();
        if categories.is_empty() {
            return;
        }
        let amount =
            is_of_document(index, charge).then(|| index.child_decimal(charge, cbc::AMOUNT));
        let indicator = Indicator::of(index, charge).unwrap_or_default();
        let in_sums = amount.is_some() && (indicator.charge || indicator.allowance);
        for key in self.keys(index, &categories, Place { kind: None, in_sums }) {
            let sum = self.by.entry(key).or_default();
            sum.in_charges.get_or_insert(charge);
            if let Some(amount) = &amount {
                if indicator.charge {
                    add(&mut sum.charges, amount);
                }
                if indicator.allowance {
                    add(&mut sum.allowances, amount);
                }
            }
        }
    }

    /// The keys under which a line, allowance or charge with these categories counts, each once:
    /// every code with every rate, however they stand together.
    fn keys(
        &mut self,
        index: &Index<'_>,
        categories: &[Element],
        place: Place,
    ) -> Vec<(Code, Option<XsDecimal>)> {
        let mut keys = Vec::with_capacity(1);
        let mut seen = [false; CODES];
        for &category in categories {
            let code = Code::of_category(index, category).unwrap_or(Code::Other);
            if matches!(code, Code::B | Code::Other) || seen[code as usize] {
                continue;
            }
            seen[code as usize] = true;
            if matches!(code, Code::S | Code::L | Code::M) {
                let rates = self.rates(index, categories, code, place);
                keys.extend(rates.into_iter().map(|rate| (code, Some(rate))));
            } else {
                keys.push((code, None));
            }
        }
        keys
    }

    /// The rates of these categories, each once, in order of size.
    fn rates(
        &mut self,
        index: &Index<'_>,
        categories: &[Element],
        code: Code,
        place: Place,
    ) -> Vec<XsDecimal> {
        let mut rates = Vec::with_capacity(1);
        let mut aborted = None;
        for &category in categories {
            match index.child_decimal(category, cbc::PERCENT) {
                Ok(rate) => rates.extend(rate),
                Err(found) => {
                    aborted = Some(found);
                    break;
                }
            }
        }
        rates.sort_unstable();
        rates.dedup();
        if let Some(aborted) = aborted {
            self.aborts[code as usize].push(Unreadable { aborted, before: rates.clone(), place });
        }
        rates
    }

    /// Whether the document has lines of invoices, or of credit notes.
    pub(super) fn has_lines(&self, credit: bool) -> bool {
        self.has_lines[usize::from(credit)]
    }

    /// Whether a line of that kind, or an allowance or charge of any level, has the code and rate.
    pub(super) fn uses(
        &self,
        code: Code,
        rate: &XsDecimal,
        credit: bool,
    ) -> Result<bool, StylesheetAborted> {
        let sum = self.by.get(&(code, Some(rate.clone())));
        let lines = is_found(
            sum.and_then(|sum| sum.in_lines[usize::from(credit)]),
            self.first_abort(code, Some(rate), |place| place.kind == Some(usize::from(credit))),
        );
        either(lines, || {
            is_found(
                sum.and_then(|sum| sum.in_charges),
                self.first_abort(code, Some(rate), |place| place.kind.is_none()),
            )
        })
    }

    /// Lines of that kind plus charges minus allowances.
    pub(super) fn total(&self, code: Code, rate: Option<&XsDecimal>, credit: bool) -> Amount {
        let added = |place: Place| {
            place.in_sums && place.kind.is_none_or(|kind| kind == usize::from(credit))
        };
        if let Some(aborted) = self.first_abort(code, rate, added) {
            return Err(aborted);
        }
        let Some(sum) = self.by.get(&(code, rate.cloned())) else { return Ok(XsDecimal::ZERO) };
        let lines = computed(&sum.lines[usize::from(credit)])?;
        Ok(lines.plus(computed(&sum.charges)?).minus(computed(&sum.allowances)?))
    }

    /// The first abort in these places, unless the rate is found before it.
    fn first_abort(
        &self,
        code: Code,
        rate: Option<&XsDecimal>,
        is_place: impl Fn(Place) -> bool,
    ) -> Option<StylesheetAborted> {
        let unseen =
            |one: &&Unreadable| rate.is_none_or(|rate| one.before.binary_search(rate).is_err());
        let mut aborts = self.aborts[code as usize].iter().filter(|one| is_place(one.place));
        aborts.find(unseen).map(|one| one.aborted)
    }
}

/// Whether something is found, looking in document order, before the engine gives up.
fn is_found(
    first: Option<Element>,
    aborted: Option<StylesheetAborted>,
) -> Result<bool, StylesheetAborted> {
    match aborted {
        Some(aborted) if first.is_none_or(|first| Some(first) > aborted.element) => Err(aborted),
        _ => Ok(first.is_some()),
    }
}

fn is_of_document(index: &Index<'_>, element: Element) -> bool {
    index.parent(element) == Some(Element::ROOT)
}

fn computed(amount: &Amount) -> Result<&XsDecimal, StylesheetAborted> {
    amount.as_ref().map_err(|aborted| *aborted)
}

fn add(sum: &mut Amount, amount: &Result<Option<XsDecimal>, StylesheetAborted>) {
    match (&sum, amount) {
        (Ok(before), Ok(Some(amount))) => *sum = Ok(before.plus(amount)),
        (Ok(_), Err(aborted)) => *sum = Err(*aborted),
        (Ok(_), Ok(None)) | (Err(_), _) => {}
    }
}
