//! The sums of a period.

use crate::Entry;
use money::Decimal;
use serde::{Deserialize, Serialize};

/// The maximum number of rows by category and rate, because received documents may have any rate.
const MAX_ROWS: usize = 500;

/// The category of all further rows.
const OTHER: &str = "other";

/// What is summed together: all documents of a direction and currency, or their VAT of one category and rate.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct TotalKey {
    pub direction: String,
    pub currency: String,
    /// The category; empty for the sum of whole documents.
    pub category: String,
    /// The rate; `None` for the sum of whole documents.
    pub rate: Option<Decimal>,
}

/// A sum.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Sum {
    pub documents: u64,
    pub base: Decimal,
    pub vat: Decimal,
    pub total: Decimal,
}

/// The sums of the documents so far.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Totals(Vec<(TotalKey, Sum)>);

impl Totals {
    /// Adds a document to the sum of whole documents, and to each of its VAT categories and rates.
    pub fn add(&mut self, entry: &Entry) {
        let key = |category: &str, rate| TotalKey {
            direction: entry.direction.name().to_owned(),
            currency: entry.currency.code().to_owned(),
            category: category.to_owned(),
            rate,
        };
        let whole = Sum { documents: 1, base: entry.net, vat: entry.tax, total: entry.total };
        self.sum(key("", None), whole);
        for line in &entry.vat {
            let total = line.base + line.tax;
            let sum = Sum { documents: 1, base: line.base, vat: line.tax, total };
            self.sum(key(&line.category, Some(line.rate.normalize())), sum);
        }
    }

    fn sum(&mut self, key: TotalKey, more: Sum) {
        let mut place = self.find(&key);
        let mut key = key;
        if place.is_err() && key.rate.is_some() && self.0.len() >= MAX_ROWS {
            (key.category, key.rate) = (OTHER.to_owned(), None);
            place = self.find(&key);
        }
        let at = place.unwrap_or_else(|at| {
            self.0.insert(at, (key, Sum::default()));
            at
        });
        let sum = &mut self.0[at].1;
        sum.documents += more.documents;
        sum.base += more.base;
        sum.vat += more.vat;
        sum.total += more.total;
    }

    fn find(&self, key: &TotalKey) -> Result<usize, usize> {
        self.0.binary_search_by(|(known, _)| known.cmp(key))
    }

    /// All sums, in order.
    pub fn rows(&self) -> impl Iterator<Item = (&TotalKey, &Sum)> {
        self.0.iter().map(|(key, sum)| (key, sum))
    }
}
