//! How it is paid, over UBL.

use super::MeansRules;
use crate::index::{Element, Index};
use crate::peppol::check_digits::is_iban;
use crate::peppol::names::*;
use crate::peppol::reading::{normalized_at, require, value_at};
use crate::verdict::{Hits, StylesheetAborted};

/// Checks each payment means; those with another code, or with two, are none of these.
pub(super) fn check(
    index: &Index<'_>,
    rules: &MeansRules,
    hits: &mut Hits,
) -> Result<(), StylesheetAborted> {
    for means in index.children_named(Element::ROOT, PAYMENT_MEANS) {
        let Ok(code) = normalized_at(index, means, &[PAYMENT_MEANS_CODE]) else { continue };
        let has = |name| index.has_child(means, name);
        let (account, card) = (has(PAYEE_FINANCIAL_ACCOUNT), has(CARD_ACCOUNT));
        let mandate = has(PAYMENT_MANDATE);
        let ([its_own, no_other], there, others) = match code.as_ref() {
            "30" | "58" => {
                if code == "58" {
                    let iban = value_at(index, means, &[PAYEE_FINANCIAL_ACCOUNT, ID])?;
                    require(hits, rules.transfer_iban, means, is_iban(&iban));
                }
                (rules.transfer, account, card || mandate)
            }
            "48" | "54" | "55" => (rules.card, card, account || mandate),
            "59" => {
                let payer = [PAYMENT_MANDATE, PAYER_FINANCIAL_ACCOUNT, ID];
                let iban = value_at(index, means, &payer)?;
                require(hits, rules.debit_iban, means, is_iban(&iban));
                (rules.debit, mandate, account || card)
            }
            _ => continue,
        };
        require(hits, its_own, means, there);
        require(hits, no_other, means, !others);
    }
    Ok(())
}
