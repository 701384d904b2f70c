use crate::{Fault, Place, ReadError, Statement, error::Form, read as read_bytes};
use rust_decimal::dec;
use time::macros::date;

const OWN: &str = "SK3112000000198742637541";

fn message(fields: &str) -> String {
    format!(
        ":20:STARTUMS\r\n:25:{OWN}\r\n:28C:00012/001\r\n:60F:C261230EUR1000,00\r\n{fields}\
         :62F:C270102EUR1004,50\r\n-\r\n"
    )
}

fn read_text(text: &str) -> Statement {
    read_bytes(text.as_bytes(), None).expect("a statement")
}

fn refused(text: &str) -> ReadError {
    read_bytes(text.as_bytes(), None).expect_err("refused")
}

#[test]
fn marks_say_the_direction_and_what_is_taken_back() {
    let text = message(
        ":61:2612301230C120,00NTRFNONREF//B4711\r\n:61:261231RC75,NTRFNONREF\r\n\
         :61:2701020102D50,5NTRF4711//NONREF\r\n:61:2701021231RDR10,00NMSCNONREF\r\n",
    );
    let statement = read_text(&text);
    assert_eq!(statement.account.as_deref(), Some(OWN));
    assert_eq!(statement.currency, Some(money::Currency::Eur.into()));
    assert_eq!(statement.number.as_deref(), Some("00012/001"));
    let said = statement.lines.iter().map(|read| {
        (
            read.line.booked_on,
            read.line.amount,
            read.line.reversal,
            read.line.bank_reference.as_deref(),
        )
    });
    assert_eq!(
        said.collect::<Vec<_>>(),
        [
            (date!(2026 - 12 - 30), dec!(120), false, Some("B4711")),
            (date!(2026 - 12 - 31), dec!(-75), true, None),
            (date!(2027 - 01 - 02), dec!(-50.5), false, None),
            (date!(2026 - 12 - 31), dec!(10), true, None),
        ]
    );
}

#[test]
fn the_day_of_booking_is_the_nearest_to_the_day_of_value() {
    for (days, expected) in [
        ("2701020102", date!(2027 - 01 - 02)),
        ("2701021231", date!(2026 - 12 - 31)),
        ("2612310102", date!(2027 - 01 - 02)),
        ("2803010229", date!(2028 - 02 - 29)),
        ("270102", date!(2027 - 01 - 02)),
    ] {
        let statement = read_text(&message(&format!(":61:{days}C1,00NTRFNONREF\r\n")));
        assert_eq!(statement.lines[0].line.booked_on, expected, "{days}");
    }
}

#[test]
fn information_is_read_in_each_of_its_forms() {
    let other = "SK0809000000000123123123";
    for information in [
        format!(
            "166?00ÚHRADA?20/VS20260001/SS77/KS0308?21Uhrada faktury?30GIBASKBX?31{other}?32ACME Slovakia,\r\n a. s."
        ),
        format!(
            "020^00x^20VS:20260001 KS:0308 ^21SS:77^22Uhrada faktury^31{other}^32ACME Slovakia,^33a. s."
        ),
        format!(
            "/TRTP/SEPA/IBAN/{other}/BIC/GIBASKBX/NAME/ACME Slovakia, a. s./REMI/Uhrada faktury /VS/20260001/SS/77\r\n/KS/0308/EREF/NOTPROVIDED"
        ),
    ] {
        let text = message(&format!(":61:261230C1,00NTRFNONREF\r\n:86:{information}\r\n"));
        let statement = read_text(&text);
        let line = &statement.lines[0].line;
        let symbols = [&line.variable_symbol, &line.constant_symbol, &line.specific_symbol];
        assert_eq!(
            symbols.map(|s| s.as_deref()),
            [Some("20260001"), Some("308"), Some("77")],
            "{information}"
        );
        assert_eq!(line.counterparty_account.as_deref(), Some(other), "{information}");
        assert_eq!(
            line.counterparty_name.as_deref(),
            Some("ACME Slovakia, a. s."),
            "{information}"
        );
        assert!(line.message.as_deref().is_some_and(|m| m.contains("Uhrada faktury")), "{line:?}");
    }
    let german = "166?20EREF+4711?21SVWZ+Rechnung 20260001, vie?22len Dank?30?31123456789?30 0800";
    let plain = "Uhrada faktury 20260001\r\ndakujeme";
    for (information, expected) in
        [(german, "Rechnung 20260001, vielen Dank"), (plain, "Uhrada faktury 20260001 dakujeme")]
    {
        let text = message(&format!(":61:261230C1,00NTRFNONREF\r\n:86:{information}\r\n"));
        let found = read_text(&text).lines[0].line.message.clone().unwrap_or_default();
        assert_eq!(found.replace("vie len", "vielen"), expected);
    }
}

#[test]
fn symbols_stand_in_either_field_and_none_swallows_the_next() {
    for fields in [
        ":61:261230C1,00NTRFNONREF\r\n:86:/VS20260001/SS/KS0308\r\n",
        ":61:261230C1,00NTRFNONREF\r\n:86:/VS/20260001/SS//KS/0308\r\n",
        ":61:261230C1,00NTRFNONREF\r\n:86:166?20/VS20260001/SS?21/KS0308\r\n",
        ":61:261230C1,00NTRFNONREF\r\n/VS20260001/SS/KS0308\r\n",
        ":61:261230C1,00NTRFVS20260001 KS308\r\n",
        ":61:261230C1,00NTRF/VS1/SS/KS308//B\r\n",
    ] {
        let line = &read_text(&message(fields)).lines[0].line;
        let found = [&line.variable_symbol, &line.constant_symbol, &line.specific_symbol];
        let [variable, constant, specific] = found.map(|symbol| symbol.as_deref());
        assert!(matches!(variable, Some("20260001" | "1")), "{fields}: {line:?}");
        assert_eq!((constant, specific), (Some("308"), None), "{fields}");
    }
}

#[test]
fn information_of_the_statement_is_of_no_movement() {
    let text =
        message(":61:261230C1,00NTRFNONREF\r\n").replace("-\r\n", ":86:/VS1/ zostatok\r\n-}\r\n");
    assert_eq!(read_text(&text).lines[0].line.message, None);
}

#[test]
fn several_statements_and_the_blocks_of_a_message_are_read() {
    let one = message(":61:261230C1,00NTRFNONREF\r\n");
    assert_eq!(read_text(&[one.clone(), one.clone()].concat()).lines.len(), 2);
    let framed = format!("{{1:F01TATRSKBXAXXX0000000000}}{{2:I940X}}{{4:\r\n{}}}", one.trim_end());
    assert_eq!(read_text(&framed).lines.len(), 1);
    assert_eq!(read_text(&one.replace("04,50\r\n-", "04,50-}")).lines.len(), 1);
    let both = one.replace(":62F:C270102EUR", ":62F:C270102CZK");
    assert_eq!(refused(&both).fault, Fault::SeveralAccounts, "one of two currencies");
    let nameless = one.replace(OWN, "Hauptkonto");
    assert_eq!(refused(&[one.clone(), nameless.clone()].concat()).fault, Fault::SeveralAccounts);
    assert_eq!(refused(&[nameless.clone(), one.clone()].concat()).fault, Fault::SeveralAccounts);
    let second = one.replace(OWN, "Nebenkonto");
    assert_eq!(refused(&[nameless.clone(), second].concat()).fault, Fault::SeveralAccounts);
    assert_eq!(read_text(&[nameless.clone(), nameless].concat()).lines.len(), 2);
}

#[test]
fn each_account_has_its_statement() {
    let other = "SK0809000000000123123123";
    let one = message(":61:261230C1,00NTRFNONREF\r\n");
    let second = message(":61:261230C2,00NTRFNONREF\r\n");
    let said = |text: String| {
        let statements = crate::read_all(text.as_bytes(), None, &[]).expect("statements");
        let said = |it: Statement| {
            let amounts: Vec<_> = it.lines.iter().map(|read| read.line.amount).collect();
            let currency = it.currency.map(|code| code.to_string()).unwrap_or_default();
            (it.account.unwrap_or_default(), currency, amounts)
        };
        statements.into_iter().map(said).collect::<Vec<_>>()
    };
    let of = |account: &str, currency: &str, amounts: &[rust_decimal::Decimal]| {
        (account.to_owned(), currency.to_owned(), amounts.to_vec())
    };
    let mixed = [one.clone(), second.replace(OWN, other), second.clone()].concat();
    assert_eq!(
        said(mixed.clone()),
        [of(OWN, "EUR", &[dec!(1), dec!(2)]), of(other, "EUR", &[dec!(2)])]
    );
    let two = [one.clone(), second.replace("EUR", "CZK")].concat();
    assert_eq!(said(two), [of(OWN, "EUR", &[dec!(1)]), of(OWN, "CZK", &[dec!(2)])]);
    // without `:20:` of its own
    let joined = mixed.replacen("-\r\n:20:STARTUMS\r\n", "", 1);
    assert_eq!(said(joined).len(), 2);
    assert_eq!(refused(&mixed).fault, Fault::SeveralAccounts, "where one is asked for");
    // information of one is not of the movement of another
    let cut = mixed.replacen(":62F:C270102EUR1004,50\r\n", "", 1);
    assert_eq!(refused(&cut).place, Place::Text { line: 1, column: 1 });
}

#[test]
fn references_name_a_symbol_or_may_name_an_invoice() {
    let text = |text: &str| Some(text.to_owned()).filter(|text| !text.is_empty());
    for (fields, variable, others) in [
        (":61:261230C1,00NTRFFA20260012//B4711\r\n", "", "FA20260012"),
        (":61:261230C1,00NTRFRF712348231//B4711\r\n", "2348231", ""),
        (":61:261230C1,00NTRFNONREF\r\n:86:/EREF/FA20260012/REMI/dakujeme\r\n", "", "FA20260012"),
        (":61:261230C1,00NTRFEREF\r\n:86:/EREF/RF71 2348 231/REMI/x\r\n", "2348231", ""),
        (
            ":61:261230C1,00NTRFNONREF\r\n:86:166?20EREF+FA20260012?21SVWZ+x?32ACME\r\n",
            "",
            "FA20260012",
        ),
        (
            ":61:261230C1,00NTRFNONREF\r\n:86:166?20EREF+FA2026-0012?21KREF+7?22SVWZ+x\r\n",
            "",
            "FA2026-0012",
        ),
        (":61:261230C1,00NTRFNONREF\r\n:86:166?20SVWZ+x EREF+RF712348231\r\n", "2348231", ""),
        (":61:261230C1,00NTRFNONREF\r\n:86:/REMI/STRD/CUR/RF71 2348 231\r\n", "2348231", ""),
        (":61:261230C1,00NTRFNONREF\r\n:86:/KREF/FA20260012/REMI/x\r\n", "", "FA20260012"),
        (":61:261230C1,00NTRFFA20260012\r\n:86:/EREF/FA20260012/REMI/x\r\n", "", "FA20260012"),
        (":61:261230C1,00NTRFNONREF\r\n:86:/EREF/NOTPROVIDED/REMI/x\r\n", "", ""),
        (":61:261230C1,00NTRFEREF//B1\r\n:86:/EREF//REMI/x\r\n", "", ""),
        // two different ones are none
        (":61:261230C1,00NTRFRF712348231\r\n:86:/VS20260012/SS/KS\r\n", "", "20260012 | 2348231"),
        (":61:261230C1,00NTRFVS1\r\n:86:/VS2/SS/KS\r\n", "", "1 | 2"),
    ] {
        let line = read_text(&message(fields)).lines[0].line.clone();
        assert_eq!(
            (line.variable_symbol, line.other_texts),
            (text(variable), text(others)),
            "{fields}"
        );
    }
    // an account is no reference
    let line =
        read_text(&message(":61:261230C1,00N544NL91ABNA0417164300\r\n")).lines[0].line.clone();
    assert_eq!(line.other_texts, None);
}

#[test]
fn the_account_is_an_iban_or_bank_and_number() {
    for (written, expected) in [
        (OWN, Some(OWN)),
        ("SK3112000000198742637541EUR", Some(OWN)),
        ("TATRSKBX/SK3112000000198742637541", Some(OWN)),
        ("1200/19-8742637541", Some("19-8742637541/1200")),
        ("37040044/0532013000EUR", Some("37040044/0532013000")),
        ("Hauptkonto", None),
    ] {
        let text = message("").replace(OWN, written);
        assert_eq!(read_text(&text).account.as_deref(), expected, "{written}");
    }
}

/// ABN AMRO, ING, Rabobank and Deutsche Bank, as their own descriptions show.
#[test]
fn banks_write_the_fields_each_in_their_way() {
    let other = "NL91ABNA0417164300";
    let framed = |fields: &str| format!("ABNANL2A\r\n940\r\nABNANL2A\r\n{}", message(fields));
    for (bank, text, day, amount, written) in [
        (
            "ABN AMRO",
            framed(&format!(
                ":61:2612301230C123,N192NONREF\r\n:86:/TRTP/SEPA OVERBOEKING/IBAN/{other}/BIC/ABNANL2A\r\n\
                 /NAME/ACME/REMI/Factuur 20260001/EREF/NOTPROVIDED\r\n"
            )),
            date!(2026 - 12 - 30),
            dec!(123),
            "Factuur 20260001",
        ),
        (
            "ING",
            message(&format!(
                ":61:2612301230C123,00NTRFEREF//26123456789012\r\n/TRCD/00100/\r\n\
                 :86:/EREF/E2E//CNTP/{other}/ABNANL2A/ACME///REMI/USTD//Factuur 20260001/\r\n"
            )),
            date!(2026 - 12 - 30),
            dec!(123),
            "Factuur 20260001",
        ),
        (
            "Rabobank",
            message(&format!(
                ":61:261230C000000000123,00N544{other}\r\n:86:/ORDP//NAME/ACME/REMI/Factuur 20260001/ISDT/2026-12-29\r\n"
            )),
            date!(2026 - 12 - 30),
            dec!(123),
            "Factuur 20260001",
        ),
        (
            "Deutsche Bank",
            message(&format!(
                ":61:2701020102CR123,00NTRFNONREF\r\n:86:166?00GUTSCHRIFT?20EREF+E2E?21SVWZ+Factuur 20260001\r\n\
                 ?30ABNANL2AXXX?31{other}?32ACME\r\n"
            )),
            date!(2027 - 01 - 02),
            dec!(123),
            "Factuur 20260001",
        ),
    ] {
        let statement = read_text(&text);
        let line = &statement.lines[0].line;
        assert_eq!((line.booked_on, line.amount), (day, amount), "{bank}");
        assert_eq!(line.counterparty_account.as_deref(), Some(other), "{bank}");
        assert_eq!(line.counterparty_name.as_deref(), Some("ACME"), "{bank}");
        assert_eq!(line.message.as_deref(), Some(written), "{bank}");
    }
}

#[test]
fn what_is_wrong_is_said_with_its_line() {
    let at = |line| Place::Text { line, column: 1 };
    for field in [
        "261230C1,00",
        "261330C1,00NTRFX",
        "2612301C1,00NTRFX",
        "261230X1,00NTRFX",
        "261230C1.00NTRFX",
        "261230C1,005NTRFX",
        "261230C,NTRFX",
        "261230C1,00QTRFX",
        "é61230C1,00NTRFX",
        "",
    ] {
        let error = refused(&message(&format!(":61:{field}\r\n")));
        assert_eq!(error.place, at(5), "{field}");
        assert!(matches!(error.fault, Fault::NotAField(_)), "{field}");
    }
    let cut = message(":61:261230C1,00NTRFNONREF\r\n").replace(":62F:C270102EUR1004,50\r\n-", "");
    assert_eq!(refused(&cut).place, at(1));
    let balance = message("").replace("C261230EUR", "X261230EUR");
    assert_eq!(refused(&balance).place, at(4));
    assert_eq!(refused(":20:X\r\n:62F:\r\n").place, at(2));
}

#[test]
fn a_field_that_goes_on_and_on_is_refused_at_its_line() {
    let said =
        |more: &str| message(&format!(":61:261230C1,00NTRFNONREF\r\n:86:Faktúra VS 7\r\n{more}"));
    let line = read_text(&said(&"text\r\n".repeat(2_000))).lines.remove(0).line;
    assert_eq!(line.variable_symbol.as_deref(), Some("7"));
    for more in ["\n".repeat(17_000), "text\r\n".repeat(4_000), "x".repeat(17_000) + "\r\n"] {
        let error =
            ReadError::new(Place::Text { line: 6, column: 1 }, Fault::NotAField(Form::Field));
        assert_eq!(refused(&said(&more)), error);
    }
}

proptest::proptest! {
    #[test]
    fn any_fields_are_read_or_refused(fields in "(:(61|86|25|60F):[0-9CDRN,/?é]{0,40}\r?\n){0,6}", loose in ".{0,80}") {
        let _ = read_bytes(message(&fields).as_bytes(), None);
        let _ = read_bytes(message(&loose).as_bytes(), None);
        let _ = read_bytes(format!(":20:{loose}").as_bytes(), None);
        let _ = read_bytes(format!("0740000192000145399{loose}\n075{loose}").as_bytes(), None);
    }
}
