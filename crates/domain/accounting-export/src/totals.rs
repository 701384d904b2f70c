//! The sums of a period.

use crate::Entry;
use money::Decimal;
use serde::{Deserialize, Serialize};

/// What is summed together: all documents of a direction and currency, or their VAT of one category
/// and rate.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct TotalKey {
    pub direction: String,
    pub currency: String,
    /// Empty of the documents as wholes.
    pub category: String,
    /// None of the documents as wholes.
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
    /// Adds a document: to the whole, and to each of its VAT categories and rates.
    pub fn add(&mut self, entry: &Entry) {
        let key = |category: &str, rate| TotalKey {
            direction: entry.direction.name().to_owned(),
            currency: entry.currency.code().to_owned(),
            category: category.to_owned(),
            rate,
        };
        let base = entry.vat.iter().map(|line| line.base).sum();
        let vat = entry.vat.iter().map(|line| line.tax).sum();
        self.sum(key("", None), Sum { documents: 1, base, vat, total: entry.total });
        for line in &entry.vat {
            let total = line.base + line.tax;
            let sum = Sum { documents: 1, base: line.base, vat: line.tax, total };
            self.sum(key(&line.category, Some(line.rate.normalize())), sum);
        }
    }

    fn sum(&mut self, key: TotalKey, more: Sum) {
        let place = self.0.binary_search_by(|(known, _)| known.cmp(&key));
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

    /// All sums, in order.
    pub fn rows(&self) -> impl Iterator<Item = (&TotalKey, &Sum)> {
        self.0.iter().map(|(key, sum)| (key, sum))
    }
}
