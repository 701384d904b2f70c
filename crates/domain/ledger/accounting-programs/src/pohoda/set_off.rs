//! A set-off as an internal document.

use super::{amount, list_entry, symbol, text, write_external_id};
use crate::{Account, PostedSetOff};
use accounting_export::pohoda::write_partner;
use xml::Writer;

/// Writes an internal document with one amount and the pairing symbol of the invoice. The account assignment
/// determines the accounts; without one a bookkeeper chooses it in Pohoda.
pub(super) fn internal(writer: &mut Writer, account: Account<'_>, id: &str, of: &PostedSetOff) {
    let day = of.date.to_string();
    let said = words(of);
    let pairing = of.invoice.variable_symbol.as_deref();
    writer.group("int:intDoc", &[("version", "2.0")], |writer| {
        writer.group("int:intDocHeader", &[], |writer| {
            write_external_id(writer, "int:extId", id);
            symbol(writer, "int:symVar", pairing);
            symbol(writer, "int:symPar", pairing);
            for date in ["int:date", "int:dateTax", "int:dateAccounting"] {
                writer.leaf(date, &[], &day);
            }
            let assignment = account.link.settings.set_off_assignment.as_deref();
            list_entry(writer, "int:accounting", assignment);
            outside_vat(writer, "int:classificationVAT");
            text(writer, "int:text", &said, 240);
            write_partner(writer, "int:partnerIdentity", &of.partner, account.firm);
            writer.leaf("int:note", &[], &said);
        });
        writer.group("int:intDocDetail", &[], |writer| {
            writer.group("int:intDocItem", &[], |writer| {
                text(writer, "int:text", &said, 90);
                writer.leaf("int:quantity", &[], "1");
                writer.leaf("int:rateVAT", &[], "none");
                let currency = currency(account, of);
                writer.group(currency, &[], |writer| {
                    writer.leaf("typ:unitPrice", &[], &amount(of.amount));
                });
                symbol(writer, "int:symPar", of.expense.variable_symbol.as_deref());
            });
        });
        writer.group("int:intDocSummary", &[], |writer| {
            writer.leaf("int:roundingDocument", &[], "none");
            if of.currency != account.firm.currency {
                writer.group("int:foreignCurrency", &[], |writer| {
                    list_entry(writer, "typ:currency", Some(of.currency.code()));
                });
            }
        });
    });
}

fn words(of: &PostedSetOff) -> String {
    let (invoice, expense) = (&of.invoice.number, &of.expense.number);
    let agreement = of.agreement.as_deref().unwrap_or_default();
    crate::posting::bounded(&format!("Vzájomný zápočet {agreement} {invoice} × {expense}"))
}

fn currency(account: Account<'_>, of: &PostedSetOff) -> &'static str {
    match of.currency == account.firm.currency {
        true => "int:homeCurrency",
        false => "int:foreignCurrency",
    }
}

/// Writes that the set-off is not a taxable supply.
fn outside_vat(writer: &mut Writer, element: &str) {
    writer.group(element, &[], |writer| {
        writer.leaf("typ:classificationVATType", &[], "nonSubsume");
    });
}
