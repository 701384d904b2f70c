//! Creating and changing the contacts of an organization, independently of invoices.

use crate::{CustomerInput, Party, Violations, checks::customer, records::ContactRow};
use access::OrganizationId;
use idempotency::{Answer, Lease};
use persistence::{StoreError, port};
use time::OffsetDateTime;

/// Checks a customer that is to be stored, as strictly as one that comes with an invoice. `found` has the violations
/// that parsing it has found already.
///
/// # Errors
/// Every violation, with its JSON path.
pub fn check_customer(input: &CustomerInput, mut found: Violations) -> Result<Party, Violations> {
    let party = customer::party("", input, &mut found);
    found.into_result()?;
    party.ok_or_else(Violations::new)
}

/// The customer after a change. What the input does not name stays, and an empty text removes an optional field.
/// Issued invoices do not change.
///
/// # Errors
/// Every violation, with its JSON path.
pub fn change_customer(
    before: &Party,
    input: &CustomerInput,
    mut found: Violations,
) -> Result<Party, Violations> {
    let filled = |text: &Option<String>| text.clone().filter(|text| !text.trim().is_empty());
    // a foreign number that is stored already is no violation of a change of something else
    let is_same = input.ic_dph.is_some() && input.ic_dph == before.ic_dph;
    let named = CustomerInput {
        name: Some(input.name.clone().unwrap_or_else(|| before.name.clone())),
        ico: filled(&input.ico),
        dic: filled(&input.dic),
        ic_dph: filled(&input.ic_dph).filter(|_| !is_same),
        ..input.clone()
    };
    let party = customer::party("", &named, &mut found);
    found.into_result()?;
    let read = party.ok_or_else(Violations::new)?;
    let kept = before.clone();
    // a VAT payer without an IČ DPH stays one when the change is about something else
    let (ic_dph, vat_payer) = match input.ic_dph.is_some() && !is_same {
        true => (read.ic_dph.clone(), read.ic_dph.is_some()),
        false => (kept.ic_dph, kept.vat_payer),
    };
    Ok(Party {
        name: read.name,
        ico: if input.ico.is_some() { read.ico } else { kept.ico },
        dic: if input.dic.is_some() { read.dic } else { kept.dic },
        vat_payer,
        ic_dph,
        peppol_id: if input.peppol_id.is_some() { read.peppol_id } else { kept.peppol_id },
        address: if input.address.is_some() { read.address } else { kept.address },
        email: if input.email.is_some() { read.email } else { kept.email },
        phone: if input.phone.is_some() { read.phone } else { kept.phone },
        registration: kept.registration,
    })
}

port! {
    /// The store of contacts. They are read by [`crate::InvoiceStore`].
    pub trait CustomerStore: Send + Sync {
        /// Stores a new contact, with the answer under the lease, in one transaction.
        ///
        /// # Errors
        /// [`StoreError::NotFound`] when there is no such organization, [`StoreError::LeaseLost`].
        async fn add_contact(
            &self, organization: OrganizationId, contact: &ContactRow,
            answered: Option<(&Lease, &Answer)>
        ) -> Result<(), StoreError>;

        /// Changes a contact.
        ///
        /// # Errors
        /// [`StoreError::Conflict`] when the contact has changed since it was read, [`StoreError::NotFound`].
        async fn change_contact(
            &self, organization: OrganizationId, before: &ContactRow, after: &ContactRow
        ) -> Result<(), StoreError>;

        /// Moves the invoices, expenses and contracts of `other` to the contact `stays`, which becomes `after`, and
        /// retires `other`, in one transaction. Issued invoices do not change.
        ///
        /// # Errors
        /// [`StoreError::Conflict`] when one of the contacts has changed since it was read, [`StoreError::NotFound`].
        async fn merge_contacts(
            &self, organization: OrganizationId, other: &ContactRow, stays: &ContactRow,
            after: &ContactRow, now: OffsetDateTime
        ) -> Result<(), StoreError>;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Address, AddressInput};

    fn text(text: &str) -> Option<String> {
        Some(text.to_owned())
    }

    fn before() -> Party {
        Party {
            ico: text("12345678"),
            email: text("a@b.sk"),
            // stored before the formats of numbers were as strict as now
            dic: text("XX1"),
            ..Party::new("Píla").with_ic_dph("SK2020202020")
        }
    }

    fn changed(input: CustomerInput) -> Result<Party, Vec<String>> {
        let after = change_customer(&before(), &input, Violations::new());
        after.map_err(|found| found.as_slice().iter().map(|v| v.field.clone()).collect())
    }

    #[test]
    fn what_is_not_named_stays_and_is_not_checked() {
        let none = CustomerInput::default;
        assert_eq!(changed(none()), Ok(before()));
        let named =
            changed(CustomerInput { name: text(" Nová "), dic: text("at u12345678"), ..none() });
        let expected = Party { name: "Nová".into(), dic: text("ATU12345678"), ..before() };
        assert_eq!(named, Ok(expected));
    }

    #[test]
    fn a_vat_payer_without_ic_dph_stays_one() {
        let before = Party { vat_payer: true, ..Party::new("Píla") };
        let input = CustomerInput { phone: text("+421905123456"), ..CustomerInput::default() };
        let after = change_customer(&before, &input, Violations::new()).expect("right");
        assert!(after.vat_payer);
        let gone = CustomerInput { ic_dph: text(""), ..CustomerInput::default() };
        let after = change_customer(&before, &gone, Violations::new()).expect("right");
        assert!(!after.vat_payer);
    }

    #[test]
    fn an_empty_text_takes_away() {
        let empty = || text(" ");
        let input = CustomerInput {
            ico: empty(),
            dic: empty(),
            ic_dph: empty(),
            peppol_id: empty(),
            email: empty(),
            phone: empty(),
            address: Some(AddressInput::Text(String::new())),
            name: None,
            profile: None,
        };
        assert_eq!(changed(input), Ok(Party::new("Píla")));
    }

    #[test]
    fn what_is_named_is_checked() {
        let address = AddressInput::from(Address::new("a", "b", "c", "SVK"));
        let input = CustomerInput {
            name: text(""),
            ico: text("1"),
            dic: text("2"),
            ic_dph: text("3"),
            peppol_id: text("4"),
            email: text("5"),
            phone: text("6"),
            address: Some(address),
            profile: None,
        };
        let fields = ["name", "ico", "dic", "ic_dph", "peppol_id", "email", "phone"];
        let expected: Vec<_> =
            fields.into_iter().chain(["address.country"]).map(str::to_owned).collect();
        let mut wrong = changed(input).expect_err("wrong");
        wrong.sort_by_key(|field| expected.iter().position(|known| known == field));
        assert_eq!(wrong, expected);
    }
}
