//! The date on which VAT becomes due, as stated by a document (BT-7, BT-8).

use time::Date;

/// The dates of a document that decide the tax point.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct TaxPoint<'a> {
    /// Tax point date (BT-7).
    pub(crate) stated: Option<Date>,
    /// Tax point date code (BT-8): UNTDID 2005 in UBL (3, 35, 432), UNTDID 2475 in CII (5, 29, 72).
    pub(crate) code: Option<&'a str>,
    /// Issue date (BT-2).
    pub(crate) issued: Option<Date>,
    /// Actual delivery date (BT-72).
    pub(crate) delivered: Option<Date>,
    /// Invoicing period end date (BT-74).
    pub(crate) period_end: Option<Date>,
}

impl TaxPoint<'_> {
    /// BT-7; else the date that BT-8 names: the issue date, or the delivery date, which for a period is its last day.
    /// Without both, the delivery date. When VAT is due on payment (code 432), the date is not known yet, and the
    /// delivery date is used as well. `None` when only the issue date is left.
    pub(crate) fn date(self) -> Option<Date> {
        self.stated.or_else(|| match self.code {
            Some("3" | "5") => self.issued,
            Some("35" | "29") => self.delivered.or(self.period_end),
            _ => self.delivered,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use time::macros::date;

    #[test]
    fn vat_is_due_when_the_document_says() {
        let stated = Some(date!(2026 - 10 - 31));
        let issued = Some(date!(2026 - 11 - 28));
        let delivered = Some(date!(2026 - 11 - 02));
        let end = Some(date!(2026 - 09 - 30));
        for (stated, code, delivered, period_end, expected) in [
            (stated, None, delivered, end, stated),
            (stated, Some("3"), delivered, None, stated),
            (None, None, delivered, end, delivered),
            // a year that is paid in advance: its end alone is no tax point
            (None, None, None, end, None),
            (None, Some("3"), delivered, end, issued),
            (None, Some("5"), delivered, end, issued),
            (None, Some("35"), delivered, end, delivered),
            (None, Some("35"), None, end, end),
            (None, Some("29"), None, end, end),
            (None, Some("35"), None, None, None),
            (None, Some("432"), delivered, end, delivered),
            (None, Some("432"), None, end, None),
            (None, Some("?"), delivered, None, delivered),
        ] {
            let says = TaxPoint { stated, code, issued, delivered, period_end };
            assert_eq!(says.date(), expected, "{says:?}");
        }
    }
}
