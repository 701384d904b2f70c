//! Payment (BG-16 to BG-19, BT-9, BT-20).

use crate::{
    conversion::Conversion,
    parties::CREDITOR,
    tree::{Element, at, attribute, children, value},
};

/// What stands in the place of a card's network, which UBL wants and EN 16931 has no term for.
const NO_NETWORK: &str = "NA";

/// The creditor of direct debits (BT-90) and the remittance text (BT-83), which UBL says in each means of payment.
pub(crate) fn references(c: &mut Conversion, root: Element<'_>) {
    let parties =
        [at(Some(root), &["PayeeParty"]), at(Some(root), &["AccountingSupplierParty", "Party"])];
    let ids = parties.into_iter().flat_map(|party| children(party, "PartyIdentification"));
    let mut ids = ids.flat_map(|one| children(Some(one), "ID"));
    let creditor = ids.find(|id| attribute(*id, "schemeID") == Some(CREDITOR));
    c.code("CreditorReferenceID", creditor, &[]);
    creditor.into_iter().for_each(|id| c.attribute_carried(id, "schemeID"));
    let texts =
        || children(Some(root), "PaymentMeans").filter_map(|one| at(Some(one), &["PaymentID"]));
    let first = texts().next();
    c.code("PaymentReference", first, &[]);
    let same = texts().filter(|other| value(Some(*other)) == value(first));
    same.for_each(|other| c.carried(other));
}

/// BG-16 to BG-19.
pub(crate) fn means(c: &mut Conversion, root: Element<'_>) {
    for means in children(Some(root), "PaymentMeans") {
        c.group("SpecifiedTradeSettlementPaymentMeans", |c| one(c, Some(means)));
    }
}

fn one(c: &mut Conversion, means: Option<Element<'_>>) {
    let code = at(means, &["PaymentMeansCode"]);
    c.code("TypeCode", code, &[]);
    code.into_iter().for_each(|code| c.of_attribute("Information", code, "name")); // BT-82
    let card = at(means, &["CardAccount"]);
    c.group("ApplicableTradeSettlementFinancialCard", |c| {
        c.code("ID", at(card, &["PrimaryAccountNumberID"]), &[]);
        c.text("CardholderName", at(card, &["HolderName"]));
    });
    let network = at(card, &["NetworkID"]);
    network.filter(|_| value(network) == NO_NETWORK).into_iter().for_each(|it| c.carried(it));
    c.group("PayerPartyDebtorFinancialAccount", |c| {
        c.code("IBANID", at(means, &["PaymentMandate", "PayerFinancialAccount", "ID"]), &[]);
    });
    account(c, at(means, &["PayeeFinancialAccount"]));
}

/// BG-17. The schema wants IBAN, name and other number in this order.
fn account(c: &mut Conversion, account: Option<Element<'_>>) {
    let id = at(account, &["ID"]);
    let (iban, other) = if is_iban(&value(id)) { (id, None) } else { (None, id) };
    c.group("PayeePartyCreditorFinancialAccount", |c| {
        c.code("IBANID", iban, &[]);
        c.text("AccountName", at(account, &["Name"]));
        c.code("ProprietaryID", other, &[]);
    });
    c.group("PayeeSpecifiedCreditorFinancialInstitution", |c| {
        c.code("BICID", at(account, &["FinancialInstitutionBranch", "ID"]), &[]);
    });
}

/// Whether an account number has the form of an IBAN: country, two digits, up to 30 letters and digits. Spaces are
/// layout.
fn is_iban(text: &str) -> bool {
    let packed: Vec<u8> = text.bytes().filter(|byte| *byte != b' ').collect();
    (15..=34).contains(&packed.len())
        && packed.iter().all(u8::is_ascii_alphanumeric)
        && packed.iter().take(2).all(u8::is_ascii_uppercase)
        && packed.iter().skip(2).take(2).all(u8::is_ascii_digit)
}

/// The terms (BT-20), the due date (BT-9), and the mandate of a direct debit (BT-89): one group.
pub(crate) fn terms(c: &mut Conversion, root: Element<'_>) {
    let means = || children(Some(root), "PaymentMeans");
    let of_note = || means().find_map(|one| at(Some(one), &["PaymentDueDate"]));
    let due = at(Some(root), &["DueDate"]).or_else(of_note);
    let mandate = means().find_map(|one| at(Some(one), &["PaymentMandate", "ID"]));
    c.group("SpecifiedTradePaymentTerms", |c| {
        c.text("Description", at(Some(root), &["PaymentTerms", "Note"]));
        c.day("DueDateDateTime", "udt", due);
        c.code("DirectDebitMandateID", mandate, &[]);
    });
}

#[cfg(test)]
mod tests {
    use super::is_iban;

    #[test]
    fn an_iban_is_known_by_its_form() {
        for iban in ["SK3112000000198742637541", "NO9386011117947", "DE02 1203 0000 0000 2020 51"] {
            assert!(is_iban(iban), "{iban}");
        }
        for other in
            ["", "1234567890/0200", "SK31", "sk3112000000198742637541", "SKAB12000000198742637541"]
        {
            assert!(!is_iban(other), "{other}");
        }
    }
}
