use super::*;
use money::Currency;
use uuid::Uuid;

#[test]
fn an_account_is_known_by_its_number_at_home() {
    for (iban, number, expected) in [
        ("CZ6508000000192000145399", "19-2000145399/0800", true),
        ("CZ6508000000192000145399", "000019-2000145399/0800", true),
        ("CZ6508000000192000145399", "0000192000145399", true),
        ("CZ6508000000192000145399", "19-2000145399", true),
        ("CZ6508000000192000145399", "19-2000145399/0100", false),
        ("CZ6508000000192000145399", "2000145399/0800", false),
        ("SK3112000000198742637541", "19-8742637541/1200", true),
        ("SK3112000000198742637541", "198742637541", true),
        ("DE89370400440532013000", "37040044/532013000", true),
        ("DE89370400440532013000", "37040044/0532013000", true),
        ("DE89370400440532013000", "37040044/532013001", false),
        ("DE89370400440532013000", "370400440532013000", true),
        ("DE89370400440532013000", "/0532013000", false),
    ] {
        assert_eq!(same(iban, number), expected, "{iban} {number}");
        assert_eq!(same(number, iban), expected, "{number} {iban}");
    }
}

#[test]
fn an_iban_of_several_currencies_is_asked_for() {
    let iban = "SK3112000000198742637541";
    let account = |n: u128, currency| BankAccount {
        id: BankAccountId(Uuid::from_u128(n)),
        currency,
        iban: iban.into(),
        bic: None,
        bank_name: None,
        is_default: true,
    };
    let (czk, eur) = (Some(Currency::Czk.into()), Some(Currency::Eur.into()));
    let accounts = [account(1, Currency::Czk), account(2, Currency::Eur)];
    let retired = [account(1, Currency::Eur), account(2, Currency::Eur)];
    let several = || Err(ImportRefused::SeveralCurrencies { iban: iban.into() });
    for (accounts, statement, lines, expected) in [
        (&accounts, None, vec![None, None], several()),
        (&accounts, None, vec![], several()),
        (&accounts, None, vec![eur, None], several()),
        (&accounts, eur, vec![None, None], Ok(2)),
        (&accounts, None, vec![eur, eur], Ok(2)),
        (&accounts, None, vec![czk], Ok(1)),
        (&retired, None, vec![None], Ok(1)),
    ] {
        let read = |currency: &Option<CurrencyCode>| crate::ReadLine {
            place: Place::Whole,
            currency: *currency,
            line: crate::Line::of(time::macros::date!(2026 - 11 - 28), 1.into()),
        };
        let statement = Statement {
            format: crate::Format::Gpc,
            account: Some("19-8742637541".to_owned()),
            currency: statement,
            number: None,
            pending: 0,
            lines: lines.iter().map(read).collect(),
            reading: crate::Reading::default(),
        };
        let chosen = choose_account(&statement, accounts, None);
        assert_eq!(chosen.map(|account| account.id.0.as_u128()), expected, "{lines:?}");
    }
}

#[test]
fn what_is_no_account_is_none() {
    for (text, expected) in [
        ("sk31 1200 0000 1987 4263 7541", Some("SK3112000000198742637541")),
        ("19-2000145399/0800", Some("19-2000145399/0800")),
        ("2000 145 399", Some("2000145399")),
        ("Bežný účet", None),
        ("12", None),
        ("", None),
    ] {
        assert_eq!(written(text).as_deref(), expected, "{text}");
    }
}
