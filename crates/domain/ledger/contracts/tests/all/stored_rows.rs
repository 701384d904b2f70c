//! A contract as older versions kept it: it is read, and says the same when it is written again.

use crate::checks::records;
use contracts::{Contract, Step};
use fixtures::{assert_still_says, stored_row};
use invoicing::Issuance;
use time::macros::{date, datetime};
use uuid::Uuid;

#[test]
fn a_contract_says_what_its_row_says() {
    let row = stored_row("contract");
    let contract: Contract = serde_json::from_str(&row).expect("the row is read");
    assert_still_says(&row, &serde_json::to_string(&contract).expect("JSON"));
}

/// Each text of the row is on the invoice, with its placeholders filled.
#[test]
fn its_next_invoice_says_its_texts() {
    let contract: Contract = serde_json::from_str(&stored_row("contract")).expect("a contract");
    let Step::Issue(period) = contract.step(date!(2026 - 12 - 15)) else { panic!("due") };
    let mut records = records();
    records.customer.as_mut().expect("a customer").id = contract.terms.customer_id;
    let mut issuance = Issuance::at(datetime!(2026-12-15 08:00 UTC), Uuid::now_v7);
    let draft = contract.draft(&period, &records, &mut issuance).expect("nothing in the way");
    let document = serde_json::to_value(&draft.document).expect("JSON");
    assert_eq!(document["note"], "Za 01.12.2026 – 31.12.2026");
    assert_eq!(document["internal_note"], "nezaokrúhľovať");
    assert_eq!(document["order_number"], "OBJ/2026");
}
