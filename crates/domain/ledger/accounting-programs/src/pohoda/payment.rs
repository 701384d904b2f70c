//! A payment as a bank or cash document that settles the paid document (Pohoda's term is liquidation).

use super::{amount, list_entry, symbol, text, write_external_id};
use crate::{Account, PostedPayment, Reference};
use accounting_export::{Direction, pohoda::write_partner};
use xml::Writer;

/// Writes a payment that went over a bank account.
pub(super) fn bank(writer: &mut Writer, account: Account<'_>, id: &str, payment: &PostedPayment) {
    let settings = &account.link.settings;
    let day = payment.date.to_string();
    writer.group("bnk:bank", &[("version", "2.0")], |writer| {
        writer.group("bnk:bankHeader", &[], |writer| {
            write_external_id(writer, "bnk:extId", id);
            writer.leaf("bnk:bankType", &[], direction(payment));
            list_entry(writer, "bnk:account", settings.bank_account.as_deref());
            symbol(writer, "bnk:symVar", payment.of.variable_symbol.as_deref());
            writer.leaf("bnk:dateStatement", &[], &day);
            writer.leaf("bnk:datePayment", &[], &day);
            text(writer, "bnk:text", &format!("Úhrada {}", payment.of.number), 96);
            write_partner(writer, "bnk:partnerIdentity", &payment.partner, account.firm);
        });
        writer.group("bnk:bankDetail", &[], |writer| {
            writer.group("bnk:bankLiquidationItem", &[], |writer| {
                settlement(writer, "bnk", payment);
                writer.group("bnk:liquidationItem", &[], |writer| {
                    writer.leaf("bnk:quantity", &[], "1");
                    writer.group(currency(account, payment), &[], |writer| {
                        writer.leaf("bnk:unitPrice", &[], &amount(payment.amount));
                    });
                });
            });
        });
        if payment.currency != account.firm.currency {
            writer.group("bnk:bankSummary", &[], |writer| foreign(writer, payment));
        }
    });
}

/// Writes a payment in cash.
pub(super) fn voucher(
    writer: &mut Writer,
    account: Account<'_>,
    id: &str,
    payment: &PostedPayment,
) {
    let settings = &account.link.settings;
    let day = payment.date.to_string();
    writer.group("vch:voucher", &[("version", "2.0")], |writer| {
        writer.group("vch:voucherHeader", &[], |writer| {
            write_external_id(writer, "vch:extId", id);
            writer.leaf("vch:voucherType", &[], direction(payment));
            list_entry(writer, "vch:cashAccount", settings.cash_register.as_deref());
            writer.leaf("vch:date", &[], &day);
            writer.leaf("vch:datePayment", &[], &day);
            text(writer, "vch:text", &format!("Úhrada {}", payment.of.number), 240);
            write_partner(writer, "vch:partnerIdentity", &payment.partner, account.firm);
            symbol(writer, "vch:symPar", payment.of.variable_symbol.as_deref());
        });
        writer.group("vch:voucherDetail", &[], |writer| {
            writer.group("vch:voucherLiquidationItem", &[], |writer| {
                settlement(writer, "vch", payment);
                writer.group("vch:liquidationItem", &[], |writer| {
                    writer.leaf("vch:quantity", &[], "1");
                    writer.leaf("vch:payVAT", &[], "false");
                    writer.leaf("vch:rateVAT", &[], "none");
                });
            });
        });
    });
}

/// Whether it is an income or an expense.
fn direction(payment: &PostedPayment) -> &'static str {
    if payment.of.is_income() { "receipt" } else { "expense" }
}

fn currency(account: Account<'_>, payment: &PostedPayment) -> &'static str {
    match payment.currency == account.firm.currency {
        true => "bnk:homeCurrency",
        false => "bnk:foreignCurrency",
    }
}

/// Writes the amount in a foreign currency. Without a rate Pohoda takes that of its own list for the day.
fn foreign(writer: &mut Writer, payment: &PostedPayment) {
    writer.group("bnk:foreignCurrency", &[], |writer| {
        list_entry(writer, "typ:currency", Some(payment.currency.code()));
    });
}

/// Writes which document is settled, and with which amount.
fn settlement(writer: &mut Writer, prefix: &str, payment: &PostedPayment) {
    let element = |name: &str| format!("{prefix}:{name}");
    let (settings, agenda) = (element("settingsLiquidation"), element("sourceAgenda"));
    let (document, price) = (element("sourceDocument"), element("liquidationPrice"));
    writer.group(settings.as_str(), &[], |writer| {
        writer.leaf(agenda.as_str(), &[], self::agenda(&payment.of));
        writer.group(document.as_str(), &[], |writer| source(writer, &payment.of));
        writer.leaf(price.as_str(), &[], &amount(payment.amount));
    });
}

fn agenda(of: &Reference) -> &'static str {
    match of.direction {
        Direction::Issued => "issuedInvoice",
        Direction::Received => "receivedInvoice",
    }
}

/// Writes the document by Pohoda's id, or else by our external id.
fn source(writer: &mut Writer, of: &Reference) {
    match &of.program_id {
        Some(id) => writer.leaf("typ:id", &[], id),
        None => write_external_id(writer, "typ:extId", &of.external_id),
    }
}
