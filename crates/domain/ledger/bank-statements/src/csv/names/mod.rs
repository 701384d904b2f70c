//! What banks call their columns: Slovak, Czech, English, German, Hungarian, Polish, Dutch and Finnish names. Those of
//! the banks that docs/API-DESIGN.md names are from programs of others that read their files.

mod days;
mod movement;
mod parties;

use super::columns::Column;
use days::BOOKED_ON;
use movement::{ACCOUNT_AMOUNT, AMOUNT, CREDIT, DEBIT, DIRECTION, KIND};
use parties::{
    BANK_REFERENCE, CONSTANT_SYMBOL, COUNTERPARTY_ACCOUNT, COUNTERPARTY_BANK, COUNTERPARTY_NAME,
    MESSAGE, OWN_ACCOUNT, PAYER_REFERENCE, SOME_ACCOUNT, SPECIFIC_SYMBOL, VARIABLE_SYMBOL,
};

/// The names of each column, with spaces for people ([`super::heading::is`]); the first that a file has
/// is taken.
pub(super) const NAMES: [(Column, &[&str]); 22] = [
    (Column::BookedOn, BOOKED_ON),
    (Column::AccountAmount, ACCOUNT_AMOUNT),
    (Column::Amount, AMOUNT),
    (Column::Credit, CREDIT),
    (Column::Debit, DEBIT),
    (Column::Direction, DIRECTION),
    (Column::Kind, KIND),
    (
        Column::AccountCurrency,
        &["mena uctu", "account currency", "kontowahrung", "waluta rachunku"],
    ),
    (Column::TransactionCurrency, &["mena transakcie", "mena platby", "mena transakce"]),
    (
        Column::Currency,
        &[
            "mena",
            "currency",
            "payment currency",
            "wahrung",
            "waehrung",
            "deviza",
            "devizanem",
            "penznem",
            "waluta",
            "valuutta",
            "munt",
        ],
    ),
    (Column::VariableSymbol, VARIABLE_SYMBOL),
    (Column::ConstantSymbol, CONSTANT_SYMBOL),
    (Column::SpecificSymbol, SPECIFIC_SYMBOL),
    (Column::CounterpartyAccount, COUNTERPARTY_ACCOUNT),
    (Column::CounterpartyPrefix, &["predcislie", "predcisli", "predcislie uctu", "predcisli uctu"]),
    (Column::CounterpartyBank, COUNTERPARTY_BANK),
    (Column::CounterpartyName, COUNTERPARTY_NAME),
    (Column::Message, MESSAGE),
    (Column::PayerReference, PAYER_REFERENCE),
    (Column::BankReference, BANK_REFERENCE),
    (Column::OwnAccount, OWN_ACCOUNT),
    (Column::SomeAccount, SOME_ACCOUNT),
];

/// Columns that say nothing of the direction, of the other side or of the invoice.
pub(super) const BESIDE: &[&str] = &[
    "zostatok",
    "zustatek",
    "uctovny zostatok",
    "uctovny zostatok po transakcii",
    "ucetni zustatek po transakci",
    "zostatok po transakcii",
    "balance",
    "saldo",
    "egyenleg",
    "kurz",
    "kurs",
    "exchange rate",
    "poplatok",
    "poplatek",
    "fee",
    "vlastny nazov uctu",
    "nazov uctu",
    "nazev uctu",
    "nazov banky",
    "nazev banky",
    "bic",
    "swift",
    "bic swift",
    "bic swift kod banky partnera",
    "povodna mena",
    "originalni mena",
    "puvodni mena",
    "puvodni mena uhrady",
    "klient",
    "provedl",
    "zadal",
    "total amount",
    "kategoria",
    "kategorie",
    "kategoria transakcie",
    "kategorie transakce",
    "category",
    "kategoria transakcji",
    "produkt",
    "product",
    "kanal",
    "pobocka",
    "filiale",
    "branch",
    "mesto",
    "misto",
    "miesto",
    "city",
    "krajina",
    "zeme",
    "country",
    "cislo karty",
    "card number",
    "rok",
    "mesiac",
    "mesic",
];

/// Names of columns that together only files have in which what went out has a minus: the files of Fio, George,
/// mBank, Raiffeisenbank, KB, Revolut, Wise, DKB,
/// N26, Nordea and Sparkasse.
pub(super) const SIGNED: &[&[&str]] = &[
    &["objem", "id operacie", "protiucet"],
    &["objem", "id operace", "protiucet"],
    &["objem", "id pohybu", "protiucet"],
    &["vlastny iban", "partner"],
    &["uctovny zostatok po transakcii"],
    &["ucetni zustatek po transakci"],
    &["zauctovana castka", "id transakce"],
    &["identifikace transakce", "popis prikazce"],
    &["date completed utc", "date started utc"],
    &["completed date", "started date"],
    &["transferwise id"],
    &["buchungsdatum", "umsatztyp"],
    &["partner iban", "amount eur"],
    &["kirjauspaiva", "otsikko"],
    &["auftragskonto", "beguenstigter zahlungspflichtiger"],
    &["own iban", "partner iban"],
];
