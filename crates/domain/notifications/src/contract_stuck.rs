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
    /// What stands in the way.
    pub reason: &'a str,
    /// The request that shows it: `GET /v1/agent/contracts/…`.
    pub request: &'a str,
}

/// Tells an organization that a recurring invoice could not be issued, or not be sent.
#[must_use]
pub fn contract_stuck(stuck: &ContractStuck<'_>) -> EmailContent {
    let (contract, customer) = (sanitize::name(stuck.contract), sanitize::name(stuck.customer));
    let (reason, request) =
        (sanitize::line(stuck.reason, MAX_REASON), sanitize::line(stuck.request, MAX_REASON));
    let (slovak, english) = (slovak(stuck.period), stuck.period);
    let number = stuck.invoice.map(sanitize::name);
    let (what_sk, what_en) = match &number {
        None => ("nebola vystavená faktúra".to_owned(), "no invoice was issued".to_owned()),
        Some(number) => (
            format!("nebola odoslaná faktúra {number}"),
            format!("the invoice {number} was not sent"),
        ),
    };
    let subject = match number {
        None => "Opakovaná faktúra nebola vystavená / Recurring invoice not issued",
        Some(_) => "Opakovaná faktúra nebola odoslaná / Recurring invoice not sent",
    };
    notice(
        subject,
        &[
            Block::paragraph(format!(
                "podľa zmluvy „{contract}“ s odberateľom „{customer}“ {what_sk} za obdobie od {slovak}."
            )),
            Block::paragraph(format!("Dôvod: {reason}")),
            Block::paragraph(
                "Pokus sa sám opakuje. Čo zmluve prekáža a kedy je ďalší pokus, ukáže táto požiadavka:",
            ),
            Block::Verbatim(request.clone()),
        ],
        &[
            Block::paragraph(format!(
                "under the contract “{contract}” with the customer “{customer}” {what_en} for the \
                 period from {english}."
            )),
            Block::paragraph(format!("The reason: {reason}")),
            Block::paragraph(
                "It is tried again by itself. What stands in the way, and when the next attempt is, is \
                 shown by this request:",
            ),
            Block::Verbatim(request),
        ],
    )
}

/// `1. 11. 2026`
fn slovak(date: Date) -> String {
    let form =
        format_description!("[day padding:none]. [month repr:numerical padding:none]. [year]");
    date.format(form).unwrap_or_default()
}
