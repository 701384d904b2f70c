//! The VAT of a document in its accounting currency (BT-111).

use crate::{
    documents::elements::{MAX_TEXT_TAKEN, Parent, all, leaf_text, text},
    identifiers::Root,
};
use money::CurrencyCode;
use rust_decimal::Decimal;
use xml::{Node, Parsed};

const CII_SETTLEMENT: [&str; 2] =
    ["SupplyChainTradeTransaction", "ApplicableHeaderTradeSettlement"];

/// The VAT total in the accounting currency (BT-111 in BT-6) of a UBL or CII document; `None` when it states none.
#[must_use]
pub fn read_accounting_vat(document: &Parsed<'_>) -> Option<(Decimal, CurrencyCode)> {
    let root = document.root();
    let name = root.tag_name();
    match Root::of(name.namespace().unwrap_or_default(), name.name())? {
        Root::UblInvoice | Root::UblCreditNote => {
            of_ubl(root, text(root, &["DocumentCurrencyCode"]).as_deref())
        }
        Root::CiiInvoice => {
            let at = |path: &[&'static str]| [&CII_SETTLEMENT[..], path].concat();
            let sums = at(&["SpecifiedTradeSettlementHeaderMonetarySummation", "TaxTotalAmount"]);
            let code = |name| text(root, &at(&[name]));
            let (currency, accounting) = (code("InvoiceCurrencyCode"), code("TaxCurrencyCode"));
            in_another(all(root, &sums), currency.as_deref(), accounting.as_deref())
        }
    }
}

/// The same for a UBL document whose currency is known.
pub(super) fn of_ubl<'a, 'i: 'a>(
    root: impl Parent<'a, 'i>,
    currency: Option<&str>,
) -> Option<(Decimal, CurrencyCode)> {
    let accounting = text(root, &["TaxCurrencyCode"]);
    in_another(all(root, &["TaxTotal", "TaxAmount"]), currency, accounting.as_deref())
}

/// The first amount in the accounting currency; where the document does not state it, the first in another currency than
/// the document's.
fn in_another(
    amounts: Vec<Node<'_, '_>>,
    currency: Option<&str>,
    accounting: Option<&str>,
) -> Option<(Decimal, CurrencyCode)> {
    let is_wanted = |code: &&str| {
        Some(*code) != currency && accounting.is_none_or(|accounting| *code == accounting)
    };
    amounts.into_iter().find_map(|node| {
        let other = node.attribute("currencyID").filter(is_wanted)?;
        Some((leaf_text(node, MAX_TEXT_TAKEN).parse().ok()?, other.parse().ok()?))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use rust_decimal::dec;

    fn read(xml: &str) -> Option<(Decimal, &'static str)> {
        let found = read_accounting_vat(&Parsed::read(xml.as_bytes()).expect("XML"))?;
        Some((found.0, if found.1.code() == "EUR" { "EUR" } else { "another" }))
    }

    fn ubl(totals: &str) -> String {
        format!(
            r#"<Invoice xmlns="urn:oasis:names:specification:ubl:schema:xsd:Invoice-2"
                xmlns:c="urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2"
                xmlns:a="urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2"
                ><c:DocumentCurrencyCode>CZK</c:DocumentCurrencyCode>{totals}</Invoice>"#
        )
    }

    fn total(amount: &str, currency: &str) -> String {
        format!(
            r#"<a:TaxTotal><c:TaxAmount currencyID="{currency}">{amount}</c:TaxAmount></a:TaxTotal>"#
        )
    }

    #[test]
    fn the_amount_in_another_currency_is_read() {
        let (own, other) = (total("575.00", "CZK"), total(" 23.00 ", "EUR"));
        for (totals, expected) in [
            (format!("{own}{other}"), Some((dec!(23.00), "EUR"))),
            (format!("{other}{own}"), Some((dec!(23.00), "EUR"))),
            (own.clone(), None),
            (total("x", "EUR"), None),
            (String::new(), None),
        ] {
            assert_eq!(read(&ubl(&totals)), expected, "{totals}");
        }
        assert_eq!(read("<Order/>"), None);
    }

    #[test]
    fn the_amount_belongs_to_the_accounting_currency() {
        let stated = "<c:TaxCurrencyCode>EUR</c:TaxCurrencyCode>";
        let (stray, other) = (total("25.00", "USD"), total("23.00", "EUR"));
        let document = ubl(&format!("{stated}{stray}{other}"));
        assert_eq!(read(&document), Some((dec!(23.00), "EUR")));
        assert_eq!(read(&ubl(&format!("{stated}{stray}"))), None);
    }

    #[test]
    fn cii_says_it_too() {
        const RAM: &str =
            "urn:un:unece:uncefact:data:standard:ReusableAggregateBusinessInformationEntity:100";
        let xml = format!(
            r#"<i:CrossIndustryInvoice xmlns:r="{RAM}"
                xmlns:i="urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100"
                ><i:SupplyChainTradeTransaction><r:ApplicableHeaderTradeSettlement
                ><r:InvoiceCurrencyCode>CZK</r:InvoiceCurrencyCode
                ><r:SpecifiedTradeSettlementHeaderMonetarySummation
                ><r:TaxTotalAmount currencyID="CZK">575.00</r:TaxTotalAmount
                ><r:TaxTotalAmount currencyID="EUR">23.00</r:TaxTotalAmount
                ></r:SpecifiedTradeSettlementHeaderMonetarySummation
                ></r:ApplicableHeaderTradeSettlement></i:SupplyChainTradeTransaction
                ></i:CrossIndustryInvoice>"#
        );
        assert_eq!(read(&xml), Some((dec!(23.00), "EUR")));
    }
}
