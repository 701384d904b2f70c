//! Germany's rules on how it is paid. Mandate and creditor stand once for all payment means.

use super::super::rules::BR_DE;
use super::Invoice;
use super::names::*;
use crate::peppol::check_digits::is_iban;
use crate::peppol::reading::{exists, normalized_at, require, value_at};
use crate::verdict::{Hits, StylesheetAborted};

/// Checks each payment means; those with another code, or with two, are none of these.
pub(super) fn check(invoice: &Invoice<'_, '_>, hits: &mut Hits) -> Result<(), StylesheetAborted> {
    let (index, rules) = (invoice.index, BR_DE.means);
    let of_document = invoice.has(&[SETTLEMENT, PAYMENT_TERMS, MANDATE])
        || invoice.has(&[SETTLEMENT, CREDITOR_REFERENCE]);
    for means in invoice.at(&[SETTLEMENT, PAYMENT_MEANS]) {
        let Ok(code) = normalized_at(index, means, &[TYPE_CODE]) else { continue };
        let has = |name| index.has_child(means, name);
        let (account, card) = (has(CREDITOR_ACCOUNT), has(FINANCIAL_CARD));
        let debit = of_document || exists(index, means, &[DEBTOR_ACCOUNT, IBAN]);
        let ([its_own, no_other], there, others) = match code.as_ref() {
            "30" | "58" => {
                if code == "58" {
                    let iban = value_at(index, means, &[CREDITOR_ACCOUNT, IBAN])?;
                    require(hits, rules.transfer_iban, means, is_iban(&iban));
                }
                (rules.transfer, account, card || debit)
            }
            "48" | "54" | "55" => (rules.card, card, account || debit),
            "59" => {
                let iban = value_at(index, means, &[DEBTOR_ACCOUNT, IBAN])?;
                require(hits, rules.debit_iban, means, is_iban(&iban));
                let others = account || has(CREDITOR_INSTITUTION) || has(DEBTOR_INSTITUTION);
                (rules.debit, debit, others || card)
            }
            _ => continue,
        };
        require(hits, its_own, means, there);
        require(hits, no_other, means, !others);
    }
    Ok(())
}
