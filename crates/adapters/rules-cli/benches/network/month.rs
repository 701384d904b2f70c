//! The two reports of a provider's month: invoices and credit notes, both ways, with 30 other providers, of
//! 500 end users in five countries.

use peppol_statistics::{
    Counter, Direction, Exchange, Header, Identifier, Month, end_user_report, transaction_report,
};
use time::macros::datetime;

const OWN: &str = "PSK000028";
const COUNTRIES: [&str; 5] = ["SK", "CZ", "AT", "DE", "HU"];
const TYPES: [&str; 2] = [
    "urn:oasis:names:specification:ubl:schema:xsd:Invoice-2::Invoice##urn:cen.eu:en16931:2017\
     #compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0::2.1",
    "urn:oasis:names:specification:ubl:schema:xsd:CreditNote-2::CreditNote##urn:cen.eu:en16931:2017\
     #compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0::2.1",
];

/// Transactions, then end users.
pub fn reports() -> (String, String) {
    let month: Month = "2027-01".parse().expect("a month");
    let mut counter = Counter::new(month);
    for number in 0..10_000 {
        counter.add(&exchange(number, &Names::of(number))).expect("it counts");
    }
    let header = Header { reporter: OWN.parse().expect("a seat id"), month };
    let (transactions, end_users) = counter.finish();
    (transaction_report(&header, &transactions), end_user_report(&header, &end_users))
}

struct Names {
    provider: String,
    user: String,
}

impl Names {
    fn of(number: usize) -> Self {
        let provider = format!("PDE{:06}", number % 30);
        Self { provider, user: (2_020_000_000 + number % 500).to_string() }
    }
}

fn exchange(number: usize, names: &Names) -> Exchange<'_> {
    let (direction, c2, c3) = match number % 2 {
        0 => (Direction::Out, OWN, names.provider.as_str()),
        _ => (Direction::In, names.provider.as_str(), OWN),
    };
    let country = |every: usize| COUNTRIES[number / every % COUNTRIES.len()];
    Exchange {
        direction,
        at: datetime!(2027-01-15 12:00 UTC),
        c2,
        c3,
        document_type: Identifier {
            scheme: "busdox-docid-qns",
            value: TYPES[number / 2 % TYPES.len()],
        },
        process: Identifier {
            scheme: "cenbii-procid-ubl",
            value: "urn:fdc:peppol.eu:2017:poacc:billing:01:1.0",
        },
        transport: "peppol-transport-as4-v2_0",
        c1_country: Some(country(7)),
        c4_country: Some(country(31)),
        end_user: &names.user,
        receipt: true,
        production: true,
    }
}
