//! What EN 16931 has no term for is told, each value once, with its place.

use crate::terms::cii;
use cii_builder::{Loss, MOST_LOSSES};

fn losses(edit: impl Fn(String) -> String) -> Vec<Loss> {
    cii(&edit(fixtures::text("golden/ubl/bis-billing-3/invoice.xml")), None).losses
}

#[test]
fn what_is_not_carried_is_told() {
    let extra = "<cbc:UUID x='1'>7f</cbc:UUID><cbc:IssueTime>10:00:00</cbc:IssueTime>";
    let found =
        losses(|ubl| ubl.replacen("<cbc:IssueDate>", &format!("{extra}<cbc:IssueDate>"), 1));
    let told: Vec<_> = found.iter().map(|loss| (&*loss.path, &*loss.value)).collect();
    let expected =
        [("/Invoice/UUID", "7f"), ("/Invoice/UUID/@x", "1"), ("/Invoice/IssueTime", "10:00:00")];
    assert_eq!(told, expected);
    assert_eq!(losses(|ubl| ubl), []);
}

#[test]
fn a_day_that_is_none_is_told() {
    let found = losses(|ubl| ubl.replacen("<cbc:DueDate>2026-12-05", "<cbc:DueDate>soon", 1));
    let told: Vec<_> = found.iter().map(|loss| (&*loss.path, &*loss.value)).collect();
    assert_eq!(told, [("/Invoice/DueDate", "soon")]);
}

#[test]
fn there_is_a_bound() {
    let many = "<cbc:UUID>a</cbc:UUID>".repeat(MOST_LOSSES + 5);
    let found = losses(|ubl| ubl.replacen("<cbc:IssueDate>", &format!("{many}<cbc:IssueDate>"), 1));
    assert_eq!(found.len(), MOST_LOSSES);
}
