use super::{FOOT, head, item};
use crate::{Direction, DocumentId, Entry, EntryKind, Firm, Partner, VatLine};
use money::{Currency, Decimal};
use rust_decimal::dec;
use time::{Date, macros::date};
use uuid::Uuid;

mod schema;

fn firm(country: &str) -> Firm {
    let currency = if country == "CZ" { Currency::Czk } else { Currency::Eur };
    Firm { ico: "12345678".into(), country: country.into(), currency: currency.into() }
}

/// A document of 2026 in euros with a net amount of 100.00 and VAT.
fn entry(direction: Direction, category: &str, rate: Decimal) -> Entry {
    let tax = rate;
    Entry {
        id: DocumentId(Uuid::from_u128(7)),
        direction,
        kind: EntryKind::Invoice,
        number: "FA20260001".into(),
        variable_symbol: Some("20260001".into()),
        issue_date: date!(2026 - 11 - 02),
        tax_date: date!(2026 - 10 - 31),
        due_date: Some(date!(2026 - 11 - 16)),
        partner: partner("SK"),
        currency: Currency::Eur.into(),
        exchange_rate: None,
        vat: vec![VatLine { category: category.into(), rate, base: dec!(100), tax }],
        net: dec!(100),
        tax,
        total: dec!(100) + tax,
        rounding: Decimal::ZERO,
        outstanding: dec!(0),
        accounting_vat: None,
        status: "issued",
    }
}

fn partner(country: &str) -> Partner {
    Partner { name: "Partner".into(), country: country.into(), ..Partner::default() }
}

fn pack(items: &str) -> String {
    format!("{}{items}{FOOT}", head("12345678", "01936f5e-7b60-7000-8000-000000000001"))
}

/// The text of the first element of this name.
fn said(item: &str, name: &str) -> Option<String> {
    let (_, rest) = item.split_once(&format!("<{name}>"))?;
    rest.split_once("</").map(|(text, _)| text.to_owned())
}

#[test]
fn a_rate_has_the_level_of_its_country_and_day() {
    for (country, rate, day, level) in [
        ("SK", dec!(23), date!(2026 - 10 - 31), "high"),
        ("SK", dec!(19), date!(2025 - 01 - 01), "low"),
        ("SK", dec!(5.00), date!(2026 - 10 - 31), "third"),
        ("SK", dec!(0), date!(2026 - 10 - 31), "none"),
        ("SK", dec!(20), date!(2024 - 12 - 31), "high"),
        ("SK", dec!(20), date!(2025 - 01 - 01), "historyHigh"),
        ("SK", dec!(10), date!(2024 - 12 - 31), "low"),
        ("SK", dec!(10), date!(2026 - 10 - 31), "historyLow"),
        ("SK", dec!(5), date!(2024 - 06 - 01), "third"),
        ("SK", dec!(19), date!(2024 - 06 - 01), "historyLow"),
        ("CZ", dec!(21), date!(2026 - 10 - 31), "high"),
        ("CZ", dec!(12), date!(2024 - 01 - 01), "low"),
        ("CZ", dec!(15), date!(2023 - 12 - 31), "low"),
        ("CZ", dec!(10), date!(2023 - 12 - 31), "third"),
        ("CZ", dec!(15), date!(2026 - 10 - 31), "historyLow"),
        ("CZ", dec!(10), date!(2026 - 10 - 31), "historyThird"),
        ("CZ", dec!(0.0), date!(2026 - 10 - 31), "none"),
    ] {
        let document = Entry { tax_date: day, ..entry(Direction::Received, "S", rate) };
        let document = Entry { partner: partner(country), ..document };
        let item = item(&document, &firm(country));
        assert_eq!(said(&item, "inv:rateVAT").as_deref(), Some(level), "{country} {rate} {day}");
    }
}

/// Two rates of a Czech supplier are summed separately, as in the return.
#[test]
fn czech_rates_are_summed_apart() {
    let mut document = entry(Direction::Received, "S", dec!(21));
    document.partner = partner("CZ");
    document.currency = Currency::Czk.into();
    let low = VatLine { category: "S".into(), rate: dec!(12), base: dec!(500), tax: dec!(60) };
    document.vat.push(low);
    let item = item(&document, &firm("CZ"));
    for (name, expected) in [
        ("typ:priceHigh", "100.00"),
        ("typ:priceHighVAT", "21.00"),
        ("typ:priceLow", "500.00"),
        ("typ:priceLowVAT", "60.00"),
        ("typ:priceNone", "0.00"),
        ("typ:price3", "0.00"),
    ] {
        assert_eq!(said(&item, name).as_deref(), Some(expected), "{name}");
    }
}

/// VAT numbers decide, or else the address. A foreign firm with a VAT number of this country charges its VAT.
#[test]
fn foreign_vat_is_part_of_the_price() {
    let (none, priced) = (("none", "123.00", "0.00"), ("high", "100.00", "23.00"));
    for (country, ic_dph, dic, expected) in [
        ("DE", "", "", none),
        ("DE", "DE123456789", "", none),
        ("SK", "", "DE123456789", none),
        ("NO", "", "NO999999999MVA", none),
        ("DE", "SK2020202020", "", priced),
        ("AT", "", "SK 2020202020", priced),
        ("SK", "SK2020202020", "2020202020", priced),
        ("", "", "", priced),
        ("SK", "", "", priced),
        ("GR", "EL123456789", "", none),
    ] {
        let mut document = entry(Direction::Received, "S", dec!(23));
        document.partner = Partner { ic_dph: ic_dph.into(), dic: dic.into(), ..partner(country) };
        let item = item(&document, &firm("SK"));
        let [level, price, tax] =
            ["inv:rateVAT", "typ:price", "typ:priceVAT"].map(|name| said(&item, name).unwrap());
        assert_eq!((&*level, &*price, &*tax), expected, "{country} {ic_dph} {dic}");
        let class = if expected == none { "nonSubsume" } else { "inland" };
        assert_eq!(said(&item, "typ:classificationVATType").as_deref(), Some(class));
    }
    // a rate that the country never had is not VAT of this country
    let odd = item(&entry(Direction::Received, "S", dec!(17)), &firm("SK"));
    assert_eq!(said(&odd, "typ:priceNone").as_deref(), Some("117.00"));
}

#[test]
fn supplies_are_classified() {
    use Direction::{Issued, Received};
    for (direction, home, category, country, code) in [
        (Issued, "SK", "S", "SK", "inland"),
        (Issued, "SK", "AE", "SK", "UN§69"),
        (Issued, "SK", "AE", "", "UN§69"),
        (Issued, "SK", "AE", "AT", "UDzahrSl"),
        (Issued, "SK", "AE", "CH", "nonSubsume"),
        (Issued, "SK", "K", "DE", "UDdodEU"),
        (Issued, "SK", "G", "US", "UNodpS"),
        (Issued, "SK", "E", "SK", "UNodpBez"),
        (Issued, "SK", "O", "SK", "nonSubsume"),
        (Issued, "CZ", "AE", "CZ", "UDpdp"),
        (Issued, "CZ", "AE", "SK", "nonSubsume"),
        (Issued, "CZ", "K", "SK", "UDdodEU"),
        (Issued, "CZ", "G", "GB", "UVzboží"),
        (Issued, "CZ", "O", "CZ", "nonSubsume"),
        (Received, "SK", "AE", "SK", "nonSubsume"),
        (Received, "SK", "K", "DE", "nonSubsume"),
        (Received, "CZ", "AE", "DE", "nonSubsume"),
        (Received, "SK", "S", "SK", "inland"),
    ] {
        let rate = if category == "S" { dec!(23) } else { dec!(0) };
        let document = Entry { partner: partner(country), ..entry(direction, category, rate) };
        let item = item(&document, &firm(home));
        let (_, class) = item.split_once("<inv:classificationVAT>").expect("classified");
        let found = said(class, "typ:classificationVATType").or_else(|| said(class, "typ:ids"));
        assert_eq!(found.as_deref(), Some(code), "{home} {direction:?} {category} {country}");
    }
    // items that differ have their own classification
    let mut mixed = entry(Issued, "S", dec!(23));
    let exempt = VatLine { category: "E".into(), rate: dec!(0), base: dec!(5), tax: dec!(0) };
    mixed.vat.push(exempt);
    let item = item(&mixed, &firm("SK"));
    let (header, details) = item.split_once("<inv:invoiceDetail>").expect("items");
    assert!(header.contains("<typ:classificationVATType>inland<"));
    assert_eq!(details.matches("<inv:classificationVAT>").count(), 1);
    assert_eq!(said(details, "typ:ids").as_deref(), Some("UNodpBez"));
}

/// The ECB quotes the units for one euro, the CNB the price of 1, 100 or 1,000 units.
#[test]
fn a_known_rate_is_quoted_as_the_central_bank_does() {
    for (home, currency, rate, expected) in [
        ("SK", Currency::Usd, dec!(1.0812), Some(("1.0812", "1"))),
        ("SK", Currency::Huf, dec!(391.25), Some(("391.25", "1"))),
        // 25.305, 6.48 for 100, and 1.41 for 1,000 crowns
        ("CZ", Currency::Eur, dec!(0.03951788), Some(("25.305", "1"))),
        ("CZ", Currency::Huf, dec!(15.43209877), Some(("6.48", "100"))),
        ("CZ", Currency::Usd, dec!(0), None),
    ] {
        let mut document = entry(Direction::Issued, "S", dec!(23));
        (document.currency, document.exchange_rate) = (currency.into(), Some(rate));
        let item = item(&document, &firm(home));
        let found = said(&item, "typ:rate").zip(said(&item, "typ:amount"));
        let expected = expected.map(|(rate, amount)| (rate.to_owned(), amount.to_owned()));
        assert_eq!(found, expected, "{home} {rate}");
        assert_eq!(said(&item, "typ:priceSum").as_deref(), Some("123.00"));
    }
}

/// Texts at their maximum length, beyond it, and with line breaks: the XML fits the schema, and nothing is lost.
#[test]
fn texts_of_any_length_are_within_the_schema() {
    let set: [fn(&mut Entry, String); 10] = [
        |entry, text| entry.number = text,
        |entry, text| entry.variable_symbol = Some(text),
        |entry, text| entry.partner.name = text,
        |entry, text| entry.partner.street = text,
        |entry, text| entry.partner.city = text,
        |entry, text| entry.partner.postal_code = text,
        |entry, text| entry.partner.ico = text,
        |entry, text| entry.partner.dic = text,
        |entry, text| entry.partner.ic_dph = text,
        |entry, text| entry.vat[0].category = text,
    ];
    let mut items = String::new();
    for home in ["SK", "CZ"] {
        for direction in [Direction::Issued, Direction::Received] {
            for (nth, set) in set.iter().enumerate() {
                for length in
                    [1, 15, 16, 18, 19, 20, 21, 32, 33, 45, 46, 64, 65, 90, 91, 240, 241, 400]
                {
                    let text: String =
                        "Žltá ulica\n& spol. 9 ".chars().cycle().take(length).collect();
                    let mut document = entry(direction, "S", dec!(23));
                    set(&mut document, text.clone());
                    let item = item(&document, &firm(home));
                    schema::check(&pack(&item)).unwrap_or_else(|e| panic!("{nth} {length}: {e}"));
                    let whole = text.split(['\n', ' ']).filter(|word| !word.is_empty());
                    let whole = escaped(&whole.collect::<Vec<_>>().join(" "));
                    assert!(item.contains(&whole), "{nth} {length} is lost");
                    items += &item;
                }
            }
        }
    }
    schema::check(&pack(&items)).expect("together");
}

fn escaped(text: &str) -> String {
    let mut out = String::new();
    xml::escape_text(&mut out, text);
    out
}

/// Countries, currencies, kinds and categories.
#[test]
fn every_kind_of_document_is_within_the_schema() {
    let kinds = [EntryKind::Invoice, EntryKind::CreditNote, EntryKind::DebitNote];
    let mut items = String::new();
    for (home, country) in
        [("SK", "SK"), ("SK", "DE"), ("CZ", "CZ"), ("CZ", "US"), ("SK", "xx"), ("SK", "")]
    {
        for kind in kinds {
            for category in ["S", "AE", "K", "G", "E", "O", "Z", "L"] {
                for direction in [Direction::Issued, Direction::Received] {
                    for currency in [Currency::Eur, Currency::Czk, Currency::Usd] {
                        let mut document = entry(direction, category, dec!(19));
                        (document.kind, document.partner) = (kind, partner(country));
                        document.currency = currency.into();
                        document.exchange_rate = Some(dec!(1.1));
                        document.rounding = dec!(-0.02);
                        items += &item(&document, &firm(home));
                        document.vat.clear();
                        items += &item(&document, &firm(home));
                    }
                }
            }
        }
    }
    schema::check(&pack(&items)).expect("within");
}

#[test]
fn days_are_kept() {
    let document = entry(Direction::Issued, "S", dec!(23));
    let item = item(&document, &firm("SK"));
    let day = |name| said(&item, name).expect("a day");
    let parsed = |day: Date| day.to_string();
    assert_eq!(day("inv:date"), parsed(document.issue_date));
    assert_eq!(day("inv:dateTax"), parsed(document.tax_date));
}
