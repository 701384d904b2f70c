use super::{
    customer,
    limits::{MAX_DUE_DAYS, MAX_NAME, MAX_REGISTRATION},
    text::{Shape, text},
};
use crate::faults::{AccountFault, CustomerFault, IdentifierFault, InvoiceFault};
use crate::{
    BankAccountId, Organization, SettingsInput, Violation, ViolationKind, Violations, identifiers,
    records::{BankAccountInput, BankAccountRecord, Logo, branding, change_bank_account},
};

/// The settings of an organization that it may change.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Settings {
    /// The organization.
    pub organization: Organization,
    /// Its bank accounts in use.
    pub accounts: Vec<BankAccountRecord>,
    /// A new logo, to be stored with the settings.
    pub new_logo: Option<Logo>,
}

/// The settings of an organization after a change. What the input does not name stays, and an empty text removes an
/// optional field. Issued invoices do not change. `found` has the violations that parsing the input has found already.
///
/// # Errors
/// Every violation, with its JSON path.
pub fn check_settings(
    before: &Settings,
    input: &SettingsInput,
    mut found: Violations,
) -> Result<Settings, Violations> {
    let mut after = before.organization.clone();
    if let Some(name) = &input.name {
        after.name = text("name", name, 1, MAX_NAME, Shape::Line, &mut found).unwrap_or_default();
    }
    if let Some(address) = &input.address {
        after.address = customer::address("address", address, &mut found).unwrap_or_default();
    }
    if let Some(given) = &input.phone {
        after.phone = optional("phone", given, identifiers::phone, &mut found);
    }
    if let Some(line) = &input.registration {
        after.registration =
            text("registration", line, 0, MAX_REGISTRATION, Shape::Line, &mut found);
    }
    if let Some(days) = input.default_due_days {
        after.default_due_days = due_days(days, &mut found);
    }
    vat(input, &mut after, &mut found);
    let accounts = match input.default_bank_account_id {
        Some(id) => default_account(&before.accounts, id, &after, &mut found),
        None => before.accounts.clone(),
    };
    let new_logo = look(input, &mut after, &mut found);
    found.into_result().map(|()| Settings { organization: after, accounts, new_logo })
}

/// Changes the colour and the logo; returns a new logo.
fn look(input: &SettingsInput, after: &mut Organization, found: &mut Violations) -> Option<Logo> {
    if let Some(colour) = &input.accent_colour {
        after.branding.accent_colour =
            optional("accent_colour", colour, branding::accent_colour, found);
    }
    let given = input.logo.as_ref()?;
    let checked = given.as_ref().map(branding::check_logo).transpose();
    let new = checked.map_err(|error| found.add("logo", error)).ok().flatten();
    after.branding.logo = new.as_ref().map(|logo| logo.sha256.clone());
    new
}

/// The accounts with another default of the organization's own currency. The default of another currency is set at the
/// account itself.
fn default_account(
    accounts: &[BankAccountRecord],
    id: BankAccountId,
    organization: &Organization,
    found: &mut Violations,
) -> Vec<BankAccountRecord> {
    const FIELD: &str = "default_bank_account_id";
    let home = organization.home_currency();
    let known = accounts.iter().find(|record| record.account.id == id);
    let (kind, fault) = match known.map(|record| record.account.currency) {
        None => (ViolationKind::NotFound, AccountFault::NotFound),
        Some(currency) if currency != home => {
            (ViolationKind::BankAccountCurrency, AccountFault::NotInHomeCurrency { home })
        }
        Some(_) => {
            let default =
                BankAccountInput { is_default: Some(true), ..BankAccountInput::default() };
            let changed = change_bank_account(accounts, id, &default, Violations::new());
            return changed.unwrap_or_else(|_| accounts.to_vec());
        }
    };
    found.push(Violation { field: FIELD.to_owned(), message: fault.into(), kind });
    accounts.to_vec()
}

/// An identifier in its form; an empty text is `None`.
fn optional(
    field: &str,
    given: &str,
    form: fn(&str) -> Result<String, IdentifierFault>,
    found: &mut Violations,
) -> Option<String> {
    if given.trim().is_empty() {
        return None;
    }
    form(given).map_err(|fault| found.add(field, fault)).ok()
}

fn due_days(days: i64, found: &mut Violations) -> Option<u16> {
    let known = u16::try_from(days).ok().filter(|days| i64::from(*days) <= MAX_DUE_DAYS);
    if known.is_none() {
        found.add("defaultDueDays", InvoiceFault::DueDays { most: MAX_DUE_DAYS });
    }
    known
}

/// Changes the VAT fields. An organization with an IČ DPH charges VAT. One that removes it stays a VAT payer until
/// the request changes that too.
fn vat(input: &SettingsInput, after: &mut Organization, found: &mut Violations) {
    if let Some(given) = &input.ic_dph {
        after.ic_dph = optional("ic_dph", given, identifiers::ic_dph, found);
    }
    if input.vat_payer == Some(false) && after.ic_dph.is_some() {
        found.add("vat_payer", CustomerFault::StaysPayer);
    }
    after.vat_payer = input.vat_payer.unwrap_or(after.vat_payer) || after.ic_dph.is_some();
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        Address, AddressInput, BankAccount, Party,
        records::{Branding, LogoInput},
    };
    use access::OrganizationId;
    use money::Currency;
    use time::macros::datetime;
    use uuid::Uuid;

    fn firm() -> Organization {
        let party = Party::new("Píla").with_dic("2020202020").with_ic_dph("SK2020202020");
        let address = Address::new("Lesná 1", "Zvolen", "960 01", "SK");
        let now = datetime!(2026-11-22 10:00 UTC);
        Organization::of(OrganizationId(Uuid::nil()), party.at(address), now)
    }

    fn settings(organization: Organization) -> Settings {
        Settings { organization, accounts: Vec::new(), new_logo: None }
    }

    /// The organization after a change.
    fn changed(before: Organization, input: &SettingsInput) -> Result<Organization, Violations> {
        let after = check_settings(&settings(before), input, Violations::new());
        after.map(|settings| settings.organization)
    }

    fn text(text: &str) -> Option<String> {
        Some(text.to_owned())
    }

    fn wrong(input: &SettingsInput) -> Vec<String> {
        let violations = changed(firm(), input).expect_err("something is wrong");
        violations.as_slice().iter().map(|violation| violation.field.clone()).collect()
    }

    #[test]
    fn what_is_not_named_stays() {
        let nothing = changed(firm(), &SettingsInput::default());
        assert_eq!(nothing, Ok(firm()));
        let address = AddressInput::from(Address::new("Nová 2", "Brno", "602 00", "cz"));
        let input = SettingsInput {
            name: text(" Píla a syn "),
            address: Some(address),
            phone: text("00421905123456"),
            registration: text("OR OS Zvolen"),
            default_due_days: Some(30),
            ..SettingsInput::default()
        };
        let expected = Organization {
            name: "Píla a syn".to_owned(),
            address: Address::new("Nová 2", "Brno", "602 00", "CZ"),
            phone: text("+421905123456"),
            registration: text("OR OS Zvolen"),
            default_due_days: Some(30),
            ..firm()
        };
        assert_eq!(changed(firm(), &input), Ok(expected.clone()));
        let gone = SettingsInput { phone: text(""), registration: text(" "), ..Default::default() };
        let expected = Organization { phone: None, registration: None, ..expected };
        let after = changed(expected.clone(), &gone);
        assert_eq!(after, Ok(expected));
    }

    #[test]
    fn who_has_an_ic_dph_charges_vat() {
        let vat = |ic_dph: Option<&str>, vat_payer| {
            let ic_dph = ic_dph.map(str::to_owned);
            let input = SettingsInput { ic_dph, vat_payer, ..SettingsInput::default() };
            let after = changed(firm(), &input).map(|after| (after.ic_dph, after.vat_payer));
            after.map_err(|violations| violations.as_slice()[0].field.clone())
        };
        assert_eq!(vat(Some(""), None), Ok((None, true)));
        assert_eq!(vat(Some(""), Some(false)), Ok((None, false)));
        assert_eq!(vat(None, Some(false)), Err("vat_payer".to_owned()));
        assert_eq!(vat(Some("CZ12345678"), None), Ok((text("CZ12345678"), true)));
        assert_eq!(vat(Some("7"), None), Err("ic_dph".to_owned()));
    }

    #[test]
    fn the_default_account_is_one_in_the_firms_own_currency() {
        let account = |id, currency, is_default| BankAccountRecord {
            account: BankAccount {
                id: BankAccountId(Uuid::from_u128(id)),
                currency,
                iban: format!("SK{id}"),
                bic: None,
                bank_name: None,
                is_default,
            },
            created_at: datetime!(2026-11-22 10:00 UTC),
            retired_at: None,
        };
        let (eur, usd) = (Currency::Eur, Currency::Usd);
        let accounts = vec![account(1, eur, true), account(2, eur, false), account(3, usd, false)];
        let before = Settings { accounts, ..settings(firm()) };
        let with = |id| {
            let id = Some(BankAccountId(Uuid::from_u128(id)));
            let input = SettingsInput { default_bank_account_id: id, ..SettingsInput::default() };
            check_settings(&before, &input, Violations::new())
        };
        let after = with(2).expect("changed").accounts;
        let defaults: Vec<_> = after.iter().map(|record| record.account.is_default).collect();
        assert_eq!(defaults, [false, true, false]);
        let kind = |id| with(id).expect_err("refused").common_kind();
        assert_eq!(kind(3), ViolationKind::BankAccountCurrency);
        assert_eq!(kind(4), ViolationKind::NotFound);
    }

    #[test]
    fn a_look_is_taken_away_by_an_empty_text() {
        let branding = Branding { accent_colour: text("#17604A"), logo: text("ab") };
        let before = Organization { branding, ..firm() };
        let input =
            SettingsInput { accent_colour: text(""), logo: Some(None), ..SettingsInput::default() };
        assert_eq!(changed(before.clone(), &input), Ok(firm()));
        let colour = SettingsInput { accent_colour: text("#123456"), ..SettingsInput::default() };
        let after = changed(before, &colour).expect("changed").branding;
        assert_eq!((after.accent_colour, after.logo), (text("#123456"), text("ab")));
    }

    fn nothing_right() -> SettingsInput {
        SettingsInput {
            name: text(""),
            address: Some(AddressInput::Parts {
                street: text("Lesná 1"),
                city: None,
                postal_code: text(""),
                country: text("SVK"),
            }),
            ic_dph: text("x"),
            vat_payer: Some(false),
            phone: text("1"),
            registration: text("a\nb"),
            default_due_days: Some(366),
            default_bank_account_id: Some(BankAccountId(Uuid::nil())),
            accent_colour: text("#fff"),
            logo: Some(Some(LogoInput { sha256: String::new(), content: b"GIF89a".to_vec() })),
        }
    }

    #[test]
    fn everything_that_is_wrong_is_said() {
        let fields = wrong(&nothing_right());
        let expected = [
            "name",
            "address.city",
            "address.postalCode",
            "address.country",
            "phone",
            "registration",
            "defaultDueDays",
            "ic_dph",
            "default_bank_account_id",
            "accent_colour",
            "logo",
        ];
        assert_eq!(fields, expected);
        assert_eq!(
            wrong(&SettingsInput { default_due_days: Some(-1), ..Default::default() }).len(),
            1
        );
    }
}
