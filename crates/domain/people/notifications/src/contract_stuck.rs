use crate::{
    EmailContent,
    notice::{Block, notice},
    sanitize,
};
use time::{Date, macros::format_description};

/// Longest reason that is shown, in characters.
const MAX_REASON: usize = 500;

/// Why a contract needs its owner.
#[derive(Debug, Clone, Copy)]
pub struct ContractStuck<'a> {
    /// The contract, by its name or id.
    pub contract: &'a str,
    /// The customer's name.
    pub customer: &'a str,
    /// The first day of the period.
    pub period: Date,
    /// The number of the invoice, once it was issued: then it could not be sent.
    pub invoice: Option<&'a str>,
    /// The reason.
    pub reason: &'a str,
    /// The request that shows it: `GET /v1/agent/contracts/…`.
    pub request: &'a str,
}

/// Tells an organization that a recurring invoice could not be issued, or not be sent.
#[must_use]
pub fn contract_stuck(stuck: &ContractStuck<'_>) -> EmailContent {
    let number = stuck.invoice.map(sanitize::name);
    let clean = ContractStuck {
        contract: &sanitize::name(stuck.contract),
        customer: &sanitize::name(stuck.customer),
        invoice: number.as_deref(),
        reason: &sanitize::line(stuck.reason, MAX_REASON),
        request: &sanitize::line(stuck.request, MAX_REASON),
        ..*stuck
    };
    let subject = match number {
        None => "Opakovaná faktúra nebola vystavená / Recurring invoice not issued",
        Some(_) => "Opakovaná faktúra nebola odoslaná / Recurring invoice not sent",
    };
    notice(subject, &slovak(&clean), &english(&clean))
}

fn slovak(stuck: &ContractStuck<'_>) -> [Block; 4] {
    let ContractStuck { contract, customer, reason, request, .. } = *stuck;
    let from = slovak_date(stuck.period);
    let what = match stuck.invoice {
        None => "nebola vystavená faktúra".to_owned(),
        Some(number) => format!("nebola odoslaná faktúra {number}"),
    };
    [
        Block::paragraph(format!(
            "podľa zmluvy „{contract}“ s odberateľom „{customer}“ {what} za obdobie od {from}."
        )),
        Block::paragraph(format!("Dôvod: {reason}")),
        Block::paragraph(
            "Pokus sa sám opakuje. Čo zmluve prekáža a kedy je ďalší pokus, ukáže táto požiadavka:",
        ),
        Block::Verbatim(request.to_owned()),
    ]
}

fn english(stuck: &ContractStuck<'_>) -> [Block; 4] {
    let ContractStuck { contract, customer, period, reason, request, .. } = *stuck;
    let what = match stuck.invoice {
        None => "no invoice was issued".to_owned(),
        Some(number) => format!("the invoice {number} was not sent"),
    };
    [
        Block::paragraph(format!(
            "under the contract “{contract}” with the customer “{customer}” {what} for the period \
             from {period}."
        )),
        Block::paragraph(format!("The reason: {reason}")),
        Block::paragraph(
            "It is tried again by itself. What stands in the way, and when the next attempt is, is \
             shown by this request:",
        ),
        Block::Verbatim(request.to_owned()),
    ]
}

/// `1. 11. 2026`
fn slovak_date(date: Date) -> String {
    let form =
        format_description!("[day padding:none]. [month repr:numerical padding:none]. [year]");
    date.format(form).unwrap_or_default()
}
