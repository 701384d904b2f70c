//! Forms of banks of other countries, by the names that public programs read their files by: Revolut, Wise, Commerzbank,
//! DKB, Sparkasse, ING of both countries, N26, Nordea, Rabobank, mBank of Poland, George in English.

use super::*;

const GERMAN: &str = "DE89370400440532013000";
const DUTCH: &str = "NL91ABNA0417164300";
const FINNISH: &str = "FI2112345600000785";

/// Bank, file, and of its first line: own account, amount, name, other account, message.
type Form = (&'static str, String, Option<&'static str>, Decimal, Said);
type Said = (Option<&'static str>, Option<&'static str>, Option<&'static str>);

fn online() -> Vec<Form> {
    vec![
        (
            "Revolut Business",
            "Date started (UTC),Date completed (UTC),ID,Type,State,Description,Reference,Payer,Card number,\
             Orig currency,Orig amount,Payment currency,Amount,Fee,Balance,Account,Beneficiary account number,\
             Beneficiary IBAN,Beneficiary BIC\n\
             2026-11-28,2026-11-28,65f0a1,TOPUP,COMPLETED,Payment from ACME,VS 20260001,ACME,,EUR,123.00,EUR,\
             123.00,0.00,500.00,EUR Main,,,\n"
                .to_owned(),
            None,
            dec!(123),
            (Some("ACME"), None, Some("Payment from ACME")),
        ),
        (
            "Wise",
            "\"TransferWise ID\",Date,Amount,Currency,Description,\"Payment Reference\",\"Running Balance\",\
             \"Exchange From\",\"Payer Name\",\"Payee Name\",\"Payee Account Number\",Merchant,\"Total fees\"\n\
             TRANSFER-1,11-05-2026,123.00,EUR,\"Received money from ACME\",20260001,500.00,,ACME,,,,0.00\n"
                .to_owned(),
            None,
            dec!(123),
            (Some("ACME"), None, Some("20260001")),
        ),
        (
            "N26",
            "\"Booking Date\",\"Value Date\",\"Partner Name\",\"Partner Iban\",Type,\"Payment Reference\",\
             \"Account Name\",\"Amount (EUR)\",\"Original Amount\",\"Original Currency\",\"Exchange Rate\"\n\
             2026-11-28,2026-11-28,ACME,DE89370400440532013000,\"Credit Transfer\",\"Rechnung 20260001\",Main,\
             123.00,,,\n"
                .to_owned(),
            None,
            dec!(123),
            (Some("ACME"), Some(GERMAN), Some("Rechnung 20260001")),
        ),
    ]
}

fn german() -> Vec<Form> {
    vec![
        (
            "Commerzbank",
            "Buchungstag;Wertstellung;Umsatzart;Buchungstext;Betrag;Währung;Auftraggeberkonto;\
             Bankleitzahl Auftraggeberkonto;IBAN Auftraggeberkonto;Kategorie\n\
             28.11.2026;28.11.2026;Gutschrift;ACME Rechnung 20260001;123,00;EUR;0532013000;37040044;\
             DE89370400440532013000;Einnahmen\n"
                .to_owned(),
            Some(GERMAN),
            dec!(123),
            (None, None, Some("ACME Rechnung 20260001")),
        ),
        (
            "DKB",
            "\"Girokonto\";\"DE89370400440532013000\"\n\n\
             \"Buchungsdatum\";\"Wertstellung\";\"Status\";\"Zahlungspflichtige*r\";\"Zahlungsempfänger*in\";\
             \"Verwendungszweck\";\"Umsatztyp\";\"IBAN\";\"Betrag (€)\";\"Gläubiger-ID\";\"Kundenreferenz\"\n\
             \"28.11.26\";\"28.11.26\";\"Gebucht\";\"ACME\";\"Firma\";\"Rechnung 20260001\";\"Eingang\";\
             \"NL91ABNA0417164300\";\"1.123,00\";\"\";\"\"\n"
                .to_owned(),
            Some(GERMAN),
            dec!(1123),
            (Some("ACME"), Some(DUTCH), Some("Rechnung 20260001")),
        ),
        (
            "Sparkasse",
            "\"Auftragskonto\";\"Buchungstag\";\"Valutadatum\";\"Buchungstext\";\"Verwendungszweck\";\
             \"Kundenreferenz (End-to-End)\";\"Beguenstigter/Zahlungspflichtiger\";\"Kontonummer/IBAN\";\
             \"BIC (SWIFT-Code)\";\"Betrag\";\"Waehrung\";\"Info\"\n\
             \"DE89370400440532013000\";\"28.11.26\";\"28.11.26\";\"GUTSCHR. UEBERWEISUNG\";\
             \"Rechnung 20260001\";\"\";\"ACME\";\"NL91ABNA0417164300\";\"\";\"123,00\";\"EUR\";\"Umsatz gebucht\"\n"
                .to_owned(),
            Some(GERMAN),
            dec!(123),
            (Some("ACME"), Some(DUTCH), Some("Rechnung 20260001")),
        ),
        (
            "ING in Germany",
            "IBAN;DE89 3704 0044 0532 0130 00\nBank;ING\n\n\
             Buchung;Wertstellungsdatum;Auftraggeber/Empfänger;Buchungstext;Verwendungszweck;Saldo;Währung;Betrag;\
             Währung\n\
             28.11.2026;28.11.2026;ACME;Gutschrift;Rechnung 20260001;500,00;EUR;123,00;EUR\n"
                .to_owned(),
            Some(GERMAN),
            dec!(123),
            (Some("ACME"), None, Some("Rechnung 20260001")),
        ),
    ]
}

fn others() -> Vec<Form> {
    vec![
        (
            "ING in the Netherlands",
            "\"Datum\";\"Naam / Omschrijving\";\"Rekening\";\"Tegenrekening\";\"Code\";\"Af Bij\";\
             \"Bedrag (EUR)\";\"Mutatiesoort\";\"Mededelingen\"\n\
             \"20261128\";\"ACME\";\"NL91ABNA0417164300\";\"DE89370400440532013000\";\"OV\";\"Bij\";\"123,00\";\
             \"Overschrijving\";\"Factuur 20260001\"\n\
             \"20261128\";\"Huur\";\"NL91ABNA0417164300\";\"\";\"OV\";\"Af\";\"50,00\";\"Overschrijving\";\"x\"\n"
                .to_owned(),
            Some(DUTCH),
            dec!(123),
            (Some("ACME"), Some(GERMAN), Some("Factuur 20260001")),
        ),
        (
            "Rabobank",
            "\"IBAN/BBAN\",\"Munt\",\"BIC\",\"Volgnr\",\"Datum\",\"Rentedatum\",\"Bedrag\",\"Saldo na trn\",\
             \"Tegenrekening IBAN/BBAN\",\"Naam tegenpartij\",\"Code\",\"Transactiereferentie\",\
             \"Betalingskenmerk\",\"Omschrijving-1\"\n\
             \"NL91ABNA0417164300\",\"EUR\",\"RABONL2U\",\"000000000000000001\",\"2026-11-28\",\"2026-11-28\",\
             \"+123,00\",\"+500,00\",\"DE89370400440532013000\",\"ACME\",\"cb\",\"\",\"\",\"Factuur 20260001\"\n"
                .to_owned(),
            Some(DUTCH),
            dec!(123),
            (Some("ACME"), Some(GERMAN), Some("Factuur 20260001")),
        ),
        (
            "Nordea in Finland",
            "Kirjauspäivä;Määrä;Maksaja;Maksunsaaja;Nimi;Otsikko;Viitenumero;Saldo;Valuutta\n\
             2026/11/28;123,00;FI2112345600000785;;ACME;Lasku 20260001;;500,00;EUR\n\
             Varaus;-7,00;;;Kauppa;Korttiosto;;;EUR\n"
                .to_owned(),
            None,
            dec!(123),
            (Some("ACME"), None, Some("Lasku 20260001")),
        ),
        (
            "mBank in Poland",
            "mBank S.A.\n#Data operacji;#Data księgowania;#Opis operacji;#Tytuł;#Nadawca/Odbiorca;#Numer konta;\
             #Kwota;#Saldo po operacji;\n\
             2026-11-27;2026-11-28;PRZELEW PRZYCHODZĄCY;\"faktura 20260001\";\"ACME\";\
             'DE89370400440532013000';123,00;500,00;\n"
                .to_owned(),
            None,
            dec!(123),
            (Some("ACME"), Some(GERMAN), Some("faktura 20260001")),
        ),
        (
            "George in English",
            "\"Own account name\",\"Own IBAN\",\"Booking Date\",\"Amount\",\"Currency\",\"Partner Name\",\
             \"Partner IBAN\",\"Booking details\"\n\
             \"Firma\",\"SK3112000000198742637541\",\"28.11.2026\",\"123.00\",\"EUR\",\"ACME\",\
             \"DE89370400440532013000\",\"uhrada 20260001\"\n"
                .to_owned(),
            Some(OWN),
            dec!(123),
            (Some("ACME"), Some(GERMAN), Some("uhrada 20260001")),
        ),
    ]
}

#[test]
fn banks_of_other_countries_are_read() {
    for (bank, text, account, amount, expected) in [online(), german(), others()].concat() {
        let statement = read_text(&text);
        assert_eq!(statement.account.as_deref(), account, "{bank}");
        let line = &statement.lines.first().expect("a line").line;
        let said = (
            line.counterparty_name.as_deref(),
            line.counterparty_account.as_deref(),
            line.message.as_deref(),
        );
        assert_eq!((line.amount, said), (amount, expected), "{bank}");
        let day = if bank == "Wise" { date!(2026 - 05 - 11) } else { date!(2026 - 11 - 28) };
        assert_eq!(line.booked_on, day, "{bank}");
        assert_eq!(statement.pending, u32::from(bank.starts_with("Nordea")), "{bank}");
        assert!(!is_unsure(&statement), "{bank}");
    }
    assert!(iban_is(FINNISH) && iban_is(DUTCH) && iban_is(GERMAN));
}

fn iban_is(text: &str) -> bool {
    party_identifiers::iban(text).is_ok()
}
