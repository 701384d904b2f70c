//! What the document has of each VAT category, and of each rate where the rules ask for rates:
//! added up once, so that many lines and many subtotals are not multiplied with each other.

use std::collections::HashMap;

use crate::index::{Element, Index};
use crate::names::ubl::{cac, cbc};
use crate::number::Decimal;
use crate::ubl::tax::{CODES, Code, Indicator};
use crate::verdict::Death;

type Amount = Result<Decimal, Death>;

/// The sums of one category, or of one category and rate.
struct Sum {
    /// Lines of the document: of invoices and of credit notes.
    lines: [Amount; 2],
    /// Charges of the document.
    charges: Amount,
    /// Allowances of the document.
    allowances: Amount,
    /// Whether any line, of invoices and of credit notes, has it.
    in_lines: [bool; 2],
    /// Whether any allowance or charge of any level has it.
    in_charges: bool,
}

impl Default for Sum {
    fn default() -> Self {
        let none = Ok(Decimal::ZERO);
        Self {
            lines: [none, none],
            charges: none,
            allowances: none,
            in_lines: [false, false],
            in_charges: false,
        }
    }
}

/// A rate that the official engine dies of, unless it finds the one it looks for before it in the
/// same line, allowance or charge.
struct Unreadable {
    death: Death,
    /// In order of size.
    before: Vec<Decimal>,
}

/// The sums.
pub(in crate::ubl) struct Sums {
    by: HashMap<(Code, Option<Decimal>), Sum>,
    has_lines: [bool; 2],
    /// By code: rates that cannot be read, or two where one is expected.
    deaths: [Vec<Unreadable>; CODES],
}

impl Sums {
    /// Adds up the document.
    pub(in crate::ubl) fn of(index: &Index<'_>) -> Self {
        let kinds = [cac::INVOICE_LINE, cac::CREDIT_NOTE_LINE];
        let mut sums = Self {
            by: HashMap::new(),
            has_lines: kinds.map(|name| index.any_named(name)),
            deaths: std::array::from_fn(|_| Vec::new()),
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
        for key in self.keys(index, &categories) {
            let sum = self.by.entry(key).or_default();
            sum.in_lines[kind] = true;
            if let Some(amount) = amount {
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
        for key in self.keys(index, &categories) {
            let sum = self.by.entry(key).or_default();
            sum.in_charges = true;
            if let Some(amount) = amount {
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
    fn keys(&mut self, index: &Index<'_>, categories: &[Element]) -> Vec<(Code, Option<Decimal>)> {
        let mut keys = Vec::with_capacity(1);
        let mut seen = [false; CODES];
        for &category in categories {
            let code = Code::of_category(index, category).unwrap_or(Code::Other);
            if matches!(code, Code::B | Code::Other) || seen[code as usize] {
                continue;
            }
            seen[code as usize] = true;
            if matches!(code, Code::S | Code::L | Code::M) {
                let rates = self.rates(index, categories, code);
                keys.extend(rates.into_iter().map(|rate| (code, Some(rate))));
            } else {
                keys.push((code, None));
            }
        }
        keys
    }

    /// The rates of these categories, each once, in order of size.
    fn rates(&mut self, index: &Index<'_>, categories: &[Element], code: Code) -> Vec<Decimal> {
        let mut rates = Vec::with_capacity(1);
        let mut death = None;
        for &category in categories {
            match index.child_decimal(category, cbc::PERCENT) {
                Ok(rate) => rates.extend(rate),
                Err(found) => {
                    death = Some(found);
                    break;
                }
            }
        }
        rates.sort_unstable();
        rates.dedup();
        if let Some(death) = death {
            self.deaths[code as usize].push(Unreadable { death, before: rates.clone() });
        }
        rates
    }

    /// Whether the document has lines of invoices, or of credit notes.
    pub(super) fn has_lines(&self, credit: bool) -> bool {
        self.has_lines[usize::from(credit)]
    }

    /// Whether a line of that kind, or an allowance or charge of any level, has the code and rate.
    pub(super) fn uses(&self, code: Code, rate: Decimal, credit: bool) -> Result<bool, Death> {
        self.alive(code, Some(rate))?;
        let sum = self.by.get(&(code, Some(rate)));
        Ok(sum.is_some_and(|sum| sum.in_lines[usize::from(credit)] || sum.in_charges))
    }

    /// Lines of that kind plus charges minus allowances.
    pub(super) fn total(&self, code: Code, rate: Option<Decimal>, credit: bool) -> Amount {
        self.alive(code, rate)?;
        let Some(sum) = self.by.get(&(code, rate)) else { return Ok(Decimal::ZERO) };
        let lines = sum.lines[usize::from(credit)]?;
        let total = lines.plus(sum.charges?).and_then(|total| {
            let allowances = sum.allowances.ok()?;
            total.minus(allowances)
        });
        sum.allowances?;
        total.ok_or(Death::too_long())
    }

    fn alive(&self, code: Code, rate: Option<Decimal>) -> Result<(), Death> {
        let deaths = self.deaths[code as usize].iter();
        let unseen =
            |one: &&Unreadable| rate.is_none_or(|rate| one.before.binary_search(&rate).is_err());
        deaths.filter(unseen).map(|one| Err(one.death)).next().unwrap_or(Ok(()))
    }
}

fn is_of_document(index: &Index<'_>, element: Element) -> bool {
    index.parent(element) == Some(Element::ROOT)
}

fn add(sum: &mut Amount, amount: Result<Option<Decimal>, Death>) {
    *sum = match (*sum, amount) {
        (Ok(sum), Ok(Some(amount))) => sum.plus(amount).ok_or(Death::too_long()),
        (Ok(sum), Ok(None)) => Ok(sum),
        (Err(death), _) | (_, Err(death)) => Err(death),
    };
}
