use super::{document, simple};
use crate::read;
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
