//! What stands in a group belongs together (EN 16931-1), in a CII document that is read as UBL too.

use crate::common::inspection;
use document_intake::content_of;
use peppol_connector::documents::{DocumentContent, PayeeAccount, PrecedingInvoice};
use time::macros::date;

/// What a reader sees of the CII document that has everything, with one text replaced.
fn read(from: &str, to: &str) -> DocumentContent {
    let cii = fixtures::text("documents/cii/everything.xml");
    assert!(cii.contains(from), "the fixture lacks {from}");
    let (document, _) = inspection(&cii.replacen(from, to, 1));
    content_of(&document.bytes.sent).expect("UBL")
}

#[test]
fn an_account_is_shown_with_its_own_bank() {
    let means = "<ram:SpecifiedTradeSettlementPaymentMeans>";
    let account = |iban: &str, bic: &str| {
        let bic = match bic {
            "" => String::new(),
            bic => format!(
                "<ram:PayeeSpecifiedCreditorFinancialInstitution><ram:BICID>{bic}</ram:BICID>\
                 </ram:PayeeSpecifiedCreditorFinancialInstitution>"
            ),
        };
        format!(
            "{means}<ram:TypeCode>58</ram:TypeCode><ram:PayeePartyCreditorFinancialAccount>\
             <ram:IBANID>{iban}</ram:IBANID></ram:PayeePartyCreditorFinancialAccount>{bic}\
             </ram:SpecifiedTradeSettlementPaymentMeans>"
        )
    };
    let (first, second) = ("SK6807200002891987426353", "DE89370400440532013000");
    for (of_first, of_second, shown) in
        [("", "COBADEFF", None), ("NBSBSKBX", "COBADEFF", Some("NBSBSKBX")), ("", "", None)]
    {
        let groups = account(first, of_first) + &account(second, of_second);
        let content = read(means, &format!("{groups}{means}"));
        let bic = shown.map(str::to_owned);
        assert_eq!(content.account, Some(PayeeAccount { iban: first.to_owned(), bic }));
    }
}

#[test]
fn a_preceding_invoice_is_shown_with_its_own_day() {
    let group = "<ram:InvoiceReferencedDocument>";
    let undated = format!(
        "{group}<ram:IssuerAssignedID>FA-1</ram:IssuerAssignedID></ram:InvoiceReferencedDocument>"
    );
    let of =
        |number: &str, issue_date| Some(PrecedingInvoice { number: number.into(), issue_date });
    let dated = of("ZAL-26-8", Some(date!(2026 - 10 - 05)));
    assert_eq!(read(group, group).original, dated);
    assert_eq!(read(group, &format!("{undated}{group}")).original, of("FA-1", None));
}
