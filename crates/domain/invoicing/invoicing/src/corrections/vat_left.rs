//! How much VAT of an invoice credit notes may still take back: at each rate at most what it taxed, and the whole rest
//! to the cent.

use crate::{
    Line, VatBreakdown,
    corrections::{StandingNote, TaxedGroup, taxed},
};
use money::{Currency, Decimal};
use vat_categories::{TaxTreatment, VatCategory, VatRate};

/// The VAT groups of an invoice that its credit notes have not taken back yet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct VatLeft {
    /// The rest of each group, never beyond zero.
    groups: Vec<TaxedGroup>,
    /// The number of credit notes that took back the other part.
    notes: usize,
}

/// Why a credit note cannot take back its VAT.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error, refusals::Refusal)]
#[refusal("note_vat")]
pub enum VatRefused {
    /// The original has no such group.
    #[error(
        "{rate} % of category {category} ({treatment}) is not on the original: a credit note takes back its VAT alone"
    )]
    Another { rate: VatRate, category: VatCategory, treatment: TaxTreatment },
    /// The original has less left of the group.
    #[error(
        "{base} are taken back at {rate} %, and of the original only {left} are left at that rate"
    )]
    Beyond { rate: VatRate, category: VatCategory, base: Decimal, left: Decimal },
}

impl VatRefused {
    /// Whether the refusal is about this line.
    pub(crate) fn is_of(&self, line: &Line) -> bool {
        let (Self::Another { rate, category, .. } | Self::Beyond { rate, category, .. }) = self;
        (line.vat_rate, line.vat_category) == (*rate, *category)
    }
}

impl VatLeft {
    /// The rest of the groups that an invoice taxed, after these notes.
    #[must_use]
    pub fn of(original: &[TaxedGroup], notes: &[StandingNote]) -> Self {
        let taken: Vec<_> = notes.iter().flat_map(StandingNote::taken_back).collect();
        let left = |group: &TaxedGroup| {
            let same = || taken.iter().filter(|one| group.is_taken_back_by(one));
            let base = group.base - same().map(|one| one.base).sum::<Decimal>();
            let tax = group.tax - same().map(|one| one.tax).sum::<Decimal>();
            TaxedGroup { base: not_beyond_zero(base, group.base), tax, ..group.clone() }
        };
        Self {
            groups: original.iter().map(left).collect(),
            notes: notes.iter().filter(|note| note.is_credit()).count(),
        }
    }

    /// Whether credit notes have taken back all of every group.
    pub(crate) fn is_nothing(&self) -> bool {
        self.groups.iter().all(|group| group.base.is_zero())
    }

    fn of_note(&self, group: &TaxedGroup) -> Option<&TaxedGroup> {
        self.groups.iter().find(|left| left.is_taken_back_by(group))
    }

    /// Checks that a credit note takes back no more than is left in each group. Only the bases are compared, because
    /// the VAT follows from them. A group below zero (rows that deduct an advance) may be given back up to its own
    /// amount. A note outside the scope of VAT passes: a seller who is no longer a VAT payer credits taxed amounts
    /// like that, up to the total.
    ///
    /// # Errors
    /// [`VatRefused`] for the first group that exceeds the rest.
    pub fn check(&self, note: &[TaxedGroup]) -> Result<(), VatRefused> {
        if is_outside_scope(note) {
            return Ok(());
        }
        note.iter().try_for_each(|group| self.check_group(group))
    }

    fn check_group(&self, group: &TaxedGroup) -> Result<(), VatRefused> {
        let TaxedGroup { rate, category, treatment, base, .. } = *group;
        let Some(left) = self.of_note(group).map(|left| left.base) else {
            return Err(VatRefused::Another { rate, category, treatment });
        };
        let (least, most) = (left.min(Decimal::ZERO), left.max(Decimal::ZERO));
        if (least..=most).contains(&base) {
            return Ok(());
        }
        Err(VatRefused::Beyond {
            rate,
            category,
            base: money::round(base),
            left: money::round(left),
        })
    }

    /// Whether the VAT of a credit note is what [`Self::cleared`] makes of it: it is another where the other notes have
    /// come or gone since.
    pub(crate) fn is_cleared(&self, note: &[TaxedGroup], currency: Currency) -> bool {
        note.iter().all(|group| {
            let exhausted = self.of_note(group).filter(|left| left.base == group.base);
            exhausted.is_none_or(|left| self.cleared_tax(group, left, currency) == group.tax)
        })
    }

    /// The breakdown of a credit note. If it takes back the whole rest of a base, it also takes back the rest of its
    /// VAT, and it never takes back more VAT than is left. So cents from the rounding of earlier notes do not stay
    /// behind.
    pub(crate) fn cleared(
        &self,
        mut rows: Vec<VatBreakdown>,
        lines: &[Line],
        currency: Currency,
    ) -> Vec<VatBreakdown> {
        let groups = taxed(lines, &rows);
        for (row, group) in rows.iter_mut().zip(&groups) {
            let left = self.of_note(group);
            row.tax_amount = left.map_or(group.tax, |left| self.cleared_tax(group, left, currency));
        }
        rows
    }

    /// The VAT of a group. It differs from that of its base by rounding at most, or by one unit, which EN 16931 allows
    /// (BR-S-09).
    fn cleared_tax(&self, group: &TaxedGroup, left: &TaxedGroup, currency: Currency) -> Decimal {
        let clears = group.base == left.base || group.tax.abs() > left.tax.abs();
        let rounding = Decimal::from(self.notes + 1) * smallest(currency);
        let explained = (group.tax - left.tax).abs() <= rounding.max(Decimal::ONE);
        if clears && explained { left.tax } else { group.tax }
    }
}

/// The amounts that credit notes take back beyond those of an invoice after an edit, as the sum of one group; `None`
/// when there is no excess.
#[must_use]
pub fn credited_beyond(original: &[TaxedGroup], notes: &[StandingNote]) -> Option<TaxedGroup> {
    let whole = VatLeft::of(original, &[]);
    let mut sums: Vec<TaxedGroup> = Vec::new();
    let taken_back = notes.iter().map(StandingNote::taken_back);
    for group in taken_back.filter(|groups| !is_outside_scope(groups)).flatten() {
        match sums.iter_mut().find(|sum| sum.is_of_kind(group)) {
            Some(sum) => sum.base += group.base,
            None => sums.push(group.clone()),
        }
    }
    sums.into_iter().find(|sum| whole.check_group(sum).is_err())
}

/// Whether all groups are outside the scope of VAT.
pub(super) fn is_outside_scope(groups: &[TaxedGroup]) -> bool {
    groups.iter().all(|group| group.category == VatCategory::OutsideScope)
}

/// The rest of an amount, which is 0 or has the sign of the amount.
fn not_beyond_zero(left: Decimal, of: Decimal) -> Decimal {
    if of < Decimal::ZERO { left.min(Decimal::ZERO) } else { left.max(Decimal::ZERO) }
}

/// The smallest unit of a currency.
fn smallest(currency: Currency) -> Decimal {
    let cent = Decimal::new(1, 2);
    if money::round_in(cent, currency).is_zero() { Decimal::ONE } else { cent }
}
