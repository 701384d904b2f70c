//! Payment instructions (BG-16) and credit transfer (BG-17).

use crate::{Rules, Syntax, writer::UblWriter};
use invoicing::{Document, PaymentMethod};

/// UNCL4461 "instrument not defined".
const NOT_DEFINED: &str = "1";

/// How to pay; the account goes with every means of payment when the document has one.
pub(crate) fn payment_means(
    xml: &mut UblWriter,
    document: &Document,
    syntax: Syntax,
    rules: Rules,
) {
    xml.group("PaymentMeans", |xml| {
        xml.leaf("PaymentMeansCode", means_code(document, rules)); // BT-81
        if syntax == Syntax::CreditNote {
            xml.date("PaymentDueDate", Some(document.due_date)); // BT-9
        }
        xml.optional("PaymentID", document.variable_symbol.as_deref()); // BT-83
        let Some(account) = &document.bank_account else { return };
        xml.group("PayeeFinancialAccount", |xml| {
            xml.leaf("ID", &account.iban); // BT-84
            // the account is the organization's: on a self-billed document that is not the payee
            if !document.self_billed {
                xml.leaf("Name", &document.seller.name); // BT-85
            }
            xml.group("FinancialInstitutionBranch", |xml| {
                xml.optional("ID", account.bic.as_deref()); // BT-86
            });
        });
    });
}

/// BT-81. A credit transfer (30) must name an account (BR-61); where none is known, as on most
/// self-billed invoices, the instrument is left undefined so that the document stays valid. In Germany a card must name
/// its number (BR-DE-24-a), which is not known here.
fn means_code(document: &Document, rules: Rules) -> &'static str {
    match document.payment_method {
        PaymentMethod::BankTransfer if document.bank_account.is_none() => NOT_DEFINED,
        PaymentMethod::Card if rules == Rules::German => NOT_DEFINED,
        method => method.means_code(),
    }
}
