use super::{OWN, document, simple};
use crate::{Fault, Place, ReadLine, read, read_all};
use rust_decimal::dec;

#[test]
fn the_parts_of_a_batch_are_lines_if_they_make_up_the_whole() {
    let part = |amount: &str, symbol: &str| {
        format!(
            "<TxDtls><Refs><EndToEndId>/VS{symbol}</EndToEndId></Refs><AmtDtls><TxAmt>{amount}</TxAmt>\
             </AmtDtls></TxDtls>"
        )
    };
    let batch = |amounts: [&str; 2]| {
        let [first, second] = amounts;
        let parts = part(first, "1") + &part(second, "2");
        let entry = simple("30.00", "<CdtDbtInd>CRDT</CdtDbtInd>");
        let entry = entry.replace("</Ntry>", &format!("<NtryDtls>{parts}</NtryDtls></Ntry>"));
        let statement = read(document("04", &entry).as_bytes(), None).expect("read");
        let lines = statement.lines.into_iter().map(|read| read.line);
        lines.map(|line| (line.amount, line.variable_symbol)).collect::<Vec<_>>()
    };
    let ten = "<Amt Ccy=\"EUR\">10.00</Amt>";
    let twenty = "<Amt Ccy=\"EUR\">20.00</Amt>";
    let symbol = |text: &str| Some(text.to_owned());
    let apart = [(dec!(10), symbol("1")), (dec!(20), symbol("2"))];
    assert_eq!(batch([ten, twenty]), apart);
    for other in ["", "<Amt Ccy=\"USD\">20.00</Amt>", "<Amt Ccy=\"EUR\">x</Amt>"] {
        assert_eq!(batch([ten, other]), [(dec!(30), None)], "{other}: a whole of nobody");
    }
}

/// An entry of 498.00 with two parts of 300.00 and 200.00: amount, symbol, and whether it is proven.
#[test]
fn a_batch_with_charges_or_of_both_directions_has_lines_of_its_own() {
    let part = |amount: &str, symbol: &str, more: &str| {
        format!(
            "<TxDtls><Refs><EndToEndId>/VS{symbol}</EndToEndId></Refs>\
             <Amt Ccy=\"EUR\">{amount}</Amt>{more}</TxDtls>"
        )
    };
    let charge = |inner: &str| format!("<Chrgs>{inner}</Chrgs>");
    let debit = "<CdtDbtInd>DBIT</CdtDbtInd>";
    let old = charge(&format!("<Amt Ccy=\"EUR\">2.00</Amt>{debit}"));
    let new = charge(&format!(
        "<TtlChrgsAndTaxAmt Ccy=\"EUR\">2.00</TtlChrgsAndTaxAmt>\
         <Rcrd><Amt Ccy=\"EUR\">1.50</Amt>{debit}</Rcrd><Rcrd><Amt Ccy=\"EUR\">.5</Amt></Rcrd>"
    ));
    let total = charge("<TtlChrgsAndTaxAmt Ccy=\"EUR\">2.00</TtlChrgsAndTaxAmt>");
    let (one, two) = (part("300.00", "1", ""), part("200.00", "2", ""));
    let back = part("2", "3", debit);
    let with = |charges: &str| part("200.00", "2", charges);
    let three = |last: Option<&str>, proven| {
        vec![
            (dec!(300), Some("1".to_owned()), proven),
            (dec!(200), Some("2".to_owned()), proven),
            (dec!(-2), last.map(str::to_owned), proven),
        ]
    };
    for (parts, of_entry, expected) in [
        ([&one, &with(&old), ""], "", three(None, true)),
        ([&one, &with(&new), ""], "", three(None, true)),
        ([&one, &two, ""], &*total, three(None, true)),
        ([&one, &two, &back], "", three(Some("3"), true)),
        // nobody says where 2.00 went
        ([&one, &two, ""], "", three(None, false)),
        ([&one, &with(&old), &back], "", {
            let mut all = three(Some("3"), false);
            all.iter_mut().for_each(|line| line.2 = true);
            all
        }),
    ] {
        let entry = simple("498.00", "<CdtDbtInd>CRDT</CdtDbtInd>").replace(
            "</Ntry>",
            &format!("{of_entry}<NtryDtls>{}</NtryDtls></Ntry>", parts.concat()),
        );
        let read = read(document("04", &entry).as_bytes(), None).expect("read");
        let lines = read.lines.into_iter().map(|read| read.line);
        let lines: Vec<_> = lines
            .map(|line| (line.amount, line.variable_symbol, line.unproven.is_none()))
            .collect();
        assert_eq!(lines, expected, "{parts:?}");
    }
}

/// An entry over so much, with groups of parts of 1.00 each that have a symbol of their own.
fn batch(amount: usize, groups: &[usize]) -> String {
    let part = |n| {
        format!(
            "<TxDtls><Refs><EndToEndId>/VS{n}</EndToEndId></Refs><Amt Ccy=\"EUR\">1.00</Amt>\
             <AddtlTxInf>Platba č. {n}</AddtlTxInf></TxDtls>"
        )
    };
    let parts = |count: &usize| (1..=*count).map(part).collect::<String>();
    let groups: String =
        groups.iter().map(|count| format!("<NtryDtls>{}</NtryDtls>", parts(count))).collect();
    let entry = simple(&format!("{amount}.00"), "<CdtDbtInd>CRDT</CdtDbtInd>");
    entry.replace("</Ntry>", &format!("{groups}</Ntry>"))
}

fn lines(entries: &str) -> Vec<ReadLine> {
    read(document("08", entries).as_bytes(), None).expect("read").lines
}

#[test]
fn thousands_of_parts_are_read_like_a_few() {
    let (few, many) = (lines(&batch(5, &[3, 2])), lines(&batch(902, &[900, 2])));
    assert_eq!((few.len(), many.len()), (5, 902));
    assert_eq!(few[..3], many[..3]);
    assert_eq!(few[3..], many[900..]);
    let place = |group, n| {
        Place::Path(format!("BkToCstmrStmt/Stmt[1]/Ntry[1]/NtryDtls[{group}]/TxDtls[{n}]/Amt"))
    };
    assert_eq!((&many[899].place, &many[901].place), (&place(1, 900), &place(2, 2)));
    assert_eq!(many[899].line.variable_symbol.as_deref(), Some("900"));
    assert_eq!(many[899].line.message.as_deref(), Some("Platba č. 900"));
    assert!(many.iter().all(|read| read.line.unproven.is_none()));
    let unproven = lines(&batch(901, &[900]));
    assert_eq!((unproven.len(), unproven[900].line.amount), (901, dec!(1)));
    assert!(unproven.iter().all(|read| read.line.unproven.is_some()));
    // one that does not say its amount makes a whole of nobody
    let unsaid = batch(900, &[900]).replacen("<Amt Ccy=\"EUR\">1.00</Amt>", "", 1);
    let whole = lines(&unsaid);
    assert_eq!((whole.len(), whole[0].line.amount), (1, dec!(900)));
    assert_eq!(whole[0].line.variable_symbol, None);
    // a long one is the only one
    let long = "x ".repeat(100_000);
    let only = lines(&batch(1, &[1]).replace("Platba č. 1", &long));
    assert_eq!((only.len(), only[0].line.variable_symbol.as_deref()), (1, Some("1")));
    let pending = batch(900, &[900]).replace("BOOK", "PDNG");
    let statement = read(document("08", &pending).as_bytes(), None).expect("read");
    assert_eq!((statement.lines.len(), statement.pending), (0, 1));
}

#[test]
fn no_more_parts_are_taken_than_movements() {
    let two = batch(2_500, &[2_500]).repeat(2);
    assert_eq!(lines(&two).len(), 5_000);
    for entries in [two + &batch(1, &[1]), batch(5_001, &[5_001])] {
        let error = read(document("08", &entries).as_bytes(), None).expect_err("too many");
        assert_eq!((error.place, error.fault), (Place::Whole, Fault::TooManyLines));
    }
    let unsaid = batch(6_000, &[6_000]).replacen("<Amt Ccy=\"EUR\">1.00</Amt>", "", 1);
    assert_eq!(lines(&unsaid).len(), 1, "a whole is one");
}

#[test]
fn what_is_not_well_formed_is_said_before_what_is_wrong_in_it() {
    let wrong = batch(1, &[1]).replacen("1.00", "x", 1);
    let (large, broken) = (batch(900, &[900]), batch(1, &[1]).replace("<Refs>", "<Refs><y:a/>"));
    for behind in [String::new(), large.clone()] {
        let text = document("08", &format!("{wrong}{large}{broken}{behind}"));
        let error = read(text.as_bytes(), None).expect_err("wrong");
        assert!(matches!(&error.fault, Fault::Xml(said) if said.contains("prefix y")), "{error}");
        let at = text[..text.find("<y:a/>").expect("there")].chars().count() + 1;
        let column = u32::try_from(at).expect("short");
        assert!(
            matches!(error.place, Place::Text { line: 1, column: c } if c >= column),
            "{error}"
        );
    }
    let error = read(document("08", &format!("{large}{wrong}")).as_bytes(), None);
    let place = Place::Path("BkToCstmrStmt/Stmt[1]/Ntry[2]/Amt".into());
    assert_eq!(error.expect_err("wrong").place, place);
}

#[test]
fn thousands_of_accounts_have_a_statement_each() {
    let one = document("08", &batch(2, &[2]));
    let (from, to) =
        (one.find("<Stmt>").expect("there"), one.find("</BkToCstmrStmt>").expect("there"));
    let of = |n: usize| one[from..to].replace(OWN, &format!("ACCOUNT{n:05}"));
    let parts: String = (0..2_000).chain(0..500).map(of).collect();
    let text = format!("{}{parts}{}", &one[..from], &one[to..]);
    let all = read_all(text.as_bytes(), None, &[]).expect("read");
    assert_eq!(all.len(), 2_000);
    assert_eq!((all[499].lines.len(), all[500].lines.len()), (4, 2));
    assert_eq!(all[1_999].account.as_deref(), Some("ACCOUNT01999"));
}
