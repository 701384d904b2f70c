//! Forms of banks by the names that their own files have, as programs of others read them
//! (docs/API-DESIGN.md, Bank statements), and what stands around the movements.

use super::*;

/// What a line says, in short: amount, day, symbol, name, account, message, reference of the bank.
type Said<'a> =
    (Decimal, &'a str, Option<&'a str>, Option<&'a str>, Option<&'a str>, Option<&'a str>);

fn said(line: &Line) -> Said<'_> {
    (
        line.amount,
        line.variable_symbol.as_deref().unwrap_or_default(),
        line.counterparty_name.as_deref(),
        line.counterparty_account.as_deref(),
        line.message.as_deref(),
        line.bank_reference.as_deref(),
    )
}

fn first(text: &str) -> (Statement, Line) {
    let statement = read_text(text);
    let line = statement.lines.first().expect("a line").line.clone();
    (statement, line)
}

#[test]
fn tatra_banka() {
    let text = format!(
        "\"Dátum spracovania\",\"Dátum zúčtovania\",Suma,Mena,Typ,\"Predčíslie\",\"Číslo účtu\",\"Kód banky\",\
         IBAN,\"Variabilný symbol\",\"Špecifický symbol\",\"Konštantný symbol\",\"Referencia platiteľa\",\
         \"Informácia pre príjemcu\",Popis\n\
         27.11.2026,28.11.2026,\"100,00\",EUR,Kredit,,1801044112, 200,{PAYER},,,,/VS1/SS/KS308,uhrada,Platba\n\
         27.11.2026,28.11.2026,\"50,00\",EUR,Debet,19,1801044112, 200,,2,,,,,Platba 0200\n"
    );
    let statement = read_text(&text);
    assert_eq!(statement.account, None);
    let [paid, out] = &statement.lines[..] else { panic!("{statement:?}") };
    assert_eq!(paid.line.booked_on, date!(2026 - 11 - 28));
    assert_eq!(said(&paid.line), (dec!(100), "1", None, Some(PAYER), Some("uhrada"), None));
    let account = Some("19-1801044112/0200");
    assert_eq!(said(&out.line), (dec!(-50), "2", None, account, Some("Platba 0200"), None));
}

#[test]
fn george() {
    let text = format!(
        "\"Vlastný názov účtu\",\"Vlastný IBAN\",\"Dátum splatnosti\",\"Suma\",\"Mena\",\"Partner\",\"IBAN partnera\",\
         \"BIC/SWIFT kód banky partnera\",\"Číslo účtu partnera\",\"CC kód banky partnera\",\"Popis transakcie\",\
         \"Typ transakcie\",\"Konštantný symbol\",\"Špecifický symbol\",\"Variabilný symbol\"\n\
         \"Firma\",\"{OWN}\",\"28.11.2026\",\"1.234,56\",\"EUR\",\"ACME\",\"{PAYER}\",\"\",\"\",\"\",\"uhrada\",\
         \"Platba prijatá\",\"0308\",\"\",\"20260001\"\n"
    );
    let (statement, line) = first(&text);
    assert_eq!(statement.account.as_deref(), Some(OWN));
    assert!(!is_unsure(&statement));
    assert_eq!(
        said(&line),
        (dec!(1234.56), "20260001", Some("ACME"), Some(PAYER), Some("uhrada"), None)
    );
}

#[test]
fn fio_in_both_languages() {
    for heading in [
        "ID operácie;Dátum;Objem;Mena;Protiúčet;Názov protiúčtu;Kód banky;Názov banky;KS;VS;SS;Poznámka;Správa pre príjemcu;Typ",
        "ID operace;Datum;Objem;Měna;Protiúčet;Název protiúčtu;Kód banky;Název banky;KS;VS;SS;Poznámka;Zpráva pro příjemce;Typ",
        "ID pohybu;Datum;Objem;Měna;Protiúčet;Název protiúčtu;Kód banky;Název banky;KS;VS;SS;Poznámka;Zpráva pro příjemce;Typ",
    ] {
        let text = format!(
            "accountId;2100000000\nbankId;2010\ncurrency;CZK\niban;CZ2920100000002100000000\n\n{heading}\n\
             26000004711;28.11.2026;123,00;CZK;123456789;ACME;0100;KB;;1;;pozn;uhrada;Bezhotovostní příjem\n"
        );
        let (statement, line) = first(&text);
        assert_eq!(statement.account.as_deref(), Some("CZ2920100000002100000000"));
        let (account, id) = (Some("123456789/0100"), Some("26000004711"));
        assert_eq!(said(&line), (dec!(123), "1", Some("ACME"), account, Some("uhrada"), id));
        assert!(!is_unsure(&statement));
    }
}

#[test]
fn mbank_in_both_languages() {
    for heading in [
        "#Dátum uskutočnenia transakcie;#Dátum zaúčtovania transakcie;#Popis operácie;#Popis;#Platca/Príjemca;#Číslo účtu platcu/príjemcu;#KS;#VS;#ŠS;#Suma transakcie;#Účtovný zostatok po transakcii;",
        "#Datum uskutečnění transakce;#Datum zaúčtování transakce;#Popis transakce;#Zpráva pro příjemce;#Plátce/Příjemce;#Číslo účtu plátce/příjemce;#KS;#VS;#SS;#Částka transakce;#Účetní zůstatek po transakci;",
    ] {
        let text = format!(
            "mBank\n#Číslo účtu:;{OWN}\n\n{heading}\n\
             27-11-2026;28-11-2026;PLATBA;uhrada;ACME;{PAYER};;1;;1 234,56;2 000,00;\n;;;;;;;;;#Konečný zostatok:;2 000,00;\n"
        );
        let (statement, line) = first(&text);
        assert_eq!(statement.account.as_deref(), Some(OWN));
        assert_eq!(line.booked_on, date!(2026 - 11 - 28));
        assert_eq!(
            said(&line),
            (dec!(1234.56), "1", Some("ACME"), Some(PAYER), Some("uhrada"), None)
        );
        assert!(!is_unsure(&statement));
    }
}

#[test]
fn banks_of_czechia() {
    let other = Some("19-2000145399/0800");
    for (bank, text, account, expected) in [
        (
            "Komerční banka",
            "Číslo účtu;123-4567890217/0100\n\nDatum splatnosti;Datum odepsání z jiné banky;Protiúčet a kód banky;\
             Název protiúčtu;Částka;Originální částka;Originální měna;Kurz;VS;KS;SS;Identifikace transakce;\
             Systémový popis;Popis příkazce;Popis pro příjemce;AV pole 1\n\
             28.11.2026;;19-2000145399/0800;ACME;500,00;20,00;EUR;;1;;;KB000001;Úhrada;;uhrada;\n",
            Some("123-4567890217/0100"),
            (dec!(500), "1", Some("ACME"), other, Some("uhrada"), Some("KB000001")),
        ),
        (
            "ČSOB",
            "Číslo účtu;Datum zaúčtování;Částka;Měna;Zůstatek;Číslo účtu protiúčtu;Kód banky protiúčtu;\
             Název účtu protiúčtu;Konstantní symbol;Variabilní symbol;Specifický symbol;Označení operace;\
             ID transakce;Poznámka\n\
             123456789;27.11.2026;-5,00;CZK;1,00;;;;;;;Poplatek;T00000002;\n\
             123456789;28.11.2026;500,00;CZK;1,00;19-2000145399;0800;ACME;;1;;Příchozí platba;T00000001;uhrada\n",
            Some("123456789"),
            (dec!(500), "1", Some("ACME"), other, Some("uhrada"), Some("T00000001")),
        ),
        (
            "Raiffeisenbank",
            "Datum provedení;Datum zaúčtování;Číslo účtu;Název účtu;Kategorie transakce;Číslo protiúčtu;\
             Název protiúčtu;Typ transakce;Zpráva;Poznámka;VS;KS;SS;Zaúčtovaná částka;Měna účtu;\
             Původní částka a měna;Původní částka a měna;Poplatek;Id transakce\n\
             27.11.2026 10:00;27.11.2026 10:01;5599955956/5500;Firma;;;;Poplatek;;;;;;-1,00;CZK;;;0;4329323638\n\
             28.11.2026 10:00;28.11.2026 10:01;5599955956/5500;Firma;;19-2000145399/0800;ACME;Platba;uhrada;;1;;;\
             500,00;CZK;20,00;EUR;0;4329323639\n",
            Some("5599955956/5500"),
            (dec!(500), "1", Some("ACME"), other, Some("uhrada"), Some("4329323639")),
        ),
        (
            "UniCredit Bank",
            "Účet;Částka;Měna;Datum zaúčtování;Valuta;Banka;Název banky;Číslo účtu;Název účtu;Detaily transakce;\
             Konstantní symbol;Variabilní symbol;Specifický symbol\n\
             1234567890;-1,00;CZK;27.11.2026;27.11.2026;;;;;Poplatek;;;\n\
             1234567890;500,00;CZK;28.11.2026;28.11.2026;0800;Česká spořitelna;19-2000145399;ACME;uhrada;;1;\n",
            Some("1234567890"),
            (dec!(500), "1", None, other, Some("uhrada"), None),
        ),
        (
            "Air Bank",
            "Datum provedení;Směr úhrady;Typ úhrady;Měna účtu;Částka v měně účtu;Poplatek v měně účtu;\
             Původní měna úhrady;Původní částka úhrady;Název protistrany;Číslo účtu protistrany;\
             Název účtu protistrany;Variabilní symbol;Konstantní symbol;Specifický symbol;Zpráva pro příjemce;\
             Datum zaúčtování;Referenční číslo\n\
             28/11/2026;Příchozí;Bezhotovostní;CZK;500,00;0,00;EUR;20,00;ACME;19-2000145399/0800;;1;;;uhrada;\
             28/11/2026;160610143222\n\
             28/11/2026;Odchozí;Platba kartou;CZK;-5,00;0,00;CZK;-5,00;;;;;;;;;\n",
            None,
            (dec!(500), "1", Some("ACME"), other, Some("uhrada"), Some("160610143222")),
        ),
    ] {
        let statement = read_text(text);
        assert_eq!(statement.account.as_deref(), account, "{bank}");
        assert!(!is_unsure(&statement), "{bank}");
        assert_eq!(said(&statement.lines.last().expect("a line").line), expected, "{bank}");
        let currency = statement.lines.last().expect("a line").currency;
        assert!(currency.is_none_or(|c| c == money::Currency::Czk), "{bank}");
        assert_eq!(statement.pending, u32::from(bank == "Air Bank"), "{bank}");
    }
}
