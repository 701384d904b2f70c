//! Accounts with wrong check digits are shown as they are written, and nobody is known by them.

use super::*;
use crate::ImportRefused;
use crate::account::{choose_account, told_apart};
use invoicing::{BankAccount, BankAccountId};
use money::Currency;

const MISTYPED: &str = "SK3212000000198742637541";

fn own() -> BankAccount {
    BankAccount {
        id: BankAccountId(uuid::Uuid::nil()),
        currency: Currency::Eur,
        iban: OWN.into(),
        bic: None,
        bank_name: None,
        is_default: true,
    }
}

#[test]
fn the_other_side_is_kept_as_it_is_written() {
    for text in [
        format!("Dátum;Suma;Protiúčet\n28.11.2026;5,00;{MISTYPED}\n"),
        "Dátum;Suma;IBAN;Protistrana\n28.11.2026;5,00;sk32 1200 0000 1987 4263 7541;ACME\n"
            .to_owned(),
        format!(
            ":20:1\n:25:{OWN}\n:60F:C261120EUR0,00\n:61:261121C1,00NTRFNONREF\n\
                 :86:166?20Uhrada?31{MISTYPED}\n:62F:C261121EUR1,00\n-\n"
        ),
        format!(
            ":20:1\n:25:{OWN}\n:60F:C261120EUR0,00\n:61:261121C1,00NTRFNONREF\n\
                 :86:/IBAN/{MISTYPED}/NAME/ACME/REMI/x\n:62F:C261121EUR1,00\n-\n"
        ),
    ] {
        let line = &read_text(&text).lines[0].line;
        assert_eq!(line.counterparty_account.as_deref(), Some(MISTYPED), "{text}");
        assert_eq!(line.known_account(), None, "{text}");
    }
}

#[test]
fn an_own_account_that_cannot_be_one_is_told() {
    for text in [
        format!("Účet;Dátum;Suma\n{MISTYPED};28.11.2026;5,00\n"),
        format!("IBAN;{MISTYPED}\n\nDátum;Suma\n28.11.2026;5,00\n"),
        format!("Číslo účtu: {MISTYPED}\n\nDátum;Suma\n28.11.2026;5,00\n"),
        format!(":20:1\n:25:{MISTYPED}EUR\n:60F:C261120EUR0,00\n:62F:C261121EUR0,00\n-\n"),
    ] {
        let statement = read_text(&text);
        assert_eq!(statement.account, None, "{text}");
        let accounts = [own()];
        let statement = told_apart(&statement, &accounts, None);
        let error = ImportRefused::UnprovenAccount { account: MISTYPED.into() };
        assert_eq!(choose_account(&statement, &accounts, None), Err(error), "{text}");
        let named = choose_account(&statement, &accounts, Some(own().id));
        assert_eq!(named, Ok(&accounts[0]), "who uploads it knows better");
    }
}

/// `IBAN` is the account of the payer where it is what stands as the counterparty, written otherwise.
#[test]
fn the_payers_iban_is_not_the_own_account() {
    for (heading, row) in [
        ("IBAN;Číslo protiúčtu", format!("{PAYER};123123123")),
        ("IBAN;Číslo protiúčtu", format!("{PAYER};000000-0123123123/0900")),
        ("IBAN;Číslo účtu protistrany;Kód banky", format!("{PAYER};123123123;0900")),
        ("Protiúčet;Číslo účtu", format!("{PAYER};123123123")),
        ("IBAN;Protiúčet", format!("{PAYER};")),
    ] {
        let text =
            format!("Dátum;Suma;{heading}\n{}", format!("28.11.2026;5,00;{row}\n").repeat(2));
        let statement = read_text(&text);
        assert_eq!(statement.account, None, "{heading}");
        let line = &statement.lines[0].line;
        assert_eq!(line.counterparty_account.as_deref(), Some(PAYER), "{heading}");
        let accounts = [own()];
        let told = told_apart(&statement, &accounts, None);
        assert_eq!(choose_account(&told, &accounts, None), Err(ImportRefused::NoAccount));
        assert_eq!(choose_account(&told, &accounts, Some(own().id)), Ok(&accounts[0]));
    }
    // and it is the own one where others paid
    let text = format!(
        "Dátum;Suma;IBAN;Protiúčet\n28.11.2026;5,00;{OWN};\n28.11.2026;5,00;{OWN};{PAYER}\n"
    );
    assert_eq!(read_text(&text).account.as_deref(), Some(OWN));
}
