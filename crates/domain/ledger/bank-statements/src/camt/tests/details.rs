use super::{OWN, PAYER, document, simple};
use crate::{Line, Unproven, read};

/// A line of one movement with these details.
fn one(details: &str) -> Line {
    let entry = simple("81.00", "<CdtDbtInd>CRDT</CdtDbtInd>")
        .replace("</Ntry>", &format!("<NtryDtls><TxDtls>{details}</TxDtls></NtryDtls></Ntry>"));
    let statement = read(document("08", &entry).as_bytes(), None).expect("read");
    statement.lines[0].line.clone()
}

#[test]
fn references_are_read_by_their_kind() {
    let end = |text: &str| format!("<Refs><EndToEndId>{text}</EndToEndId></Refs>");
    let kinds = |kinds: &[(&str, &str)]| {
        let one = |(kind, text): &(&str, &str)| {
            let kind = match kind.len() {
                0 => String::new(),
                4 => format!("<Tp><CdOrPrtry><Cd>{kind}</Cd></CdOrPrtry></Tp>"),
                _ => format!("<Tp><CdOrPrtry><Prtry>{kind}</Prtry></CdOrPrtry></Tp>"),
            };
            format!("<Strd><CdtrRefInf>{kind}<Ref>{text}</Ref></CdtrRefInf></Strd>")
        };
        format!("<RmtInf>{}</RmtInf>", kinds.iter().map(one).collect::<String>())
    };
    for (details, variable, constant, specific, others) in [
        (kinds(&[("KS", "0308"), ("VS", "20260001")]), "20260001", "308", "", ""),
        (kinds(&[("SS", "7"), ("vs", "0020260001")]), "20260001", "", "7", ""),
        (kinds(&[("SS", "20260001")]), "", "", "20260001", ""),
        (kinds(&[("KS", "20260001")]), "", "20260001", "", ""),
        (kinds(&[("", "VS:20260001"), ("", "KS:0308")]), "20260001", "308", "", ""),
        (kinds(&[("SCOR", "20260001")]), "20260001", "", "", ""),
        (kinds(&[("SCOR", "RF71 2348 231")]), "2348231", "", "", ""),
        (kinds(&[("", "20260001")]), "20260001", "", "", ""),
        // a payment of two invoices, and numbers of other kinds, name nothing for sure
        (kinds(&[("SCOR", "20260001"), ("SCOR", "20260002")]), "", "", "", "20260001 | 20260002"),
        (kinds(&[("VS", "20260001"), ("VS", "20260002")]), "", "", "", "20260001 | 20260002"),
        (kinds(&[("DISP", "20260001")]), "", "", "", "20260001"),
        (kinds(&[("QRR", "20260001")]), "", "", "", "20260001"),
        (kinds(&[("VS", "20260001"), ("", "77")]), "20260001", "", "", "77"),
        (end("RF712348231"), "2348231", "", "", ""),
        (end("20260001"), "", "", "", "20260001"),
        (end("FA20260001"), "", "", "", "FA20260001"),
        (end("NOTPROVIDED"), "", "", "", ""),
        (end("/VS<!-- a -->2026<?b c?>0001/SS/KS"), "20260001", "", "", ""),
        (
            "<RmtInf><Strd><RfrdDocInf><Nb>FA20260001</Nb></RfrdDocInf></Strd></RmtInf>".to_owned(),
            "",
            "",
            "",
            "FA20260001",
        ),
        (
            "<RmtInf><Ustrd>dakujeme</Ustrd></RmtInf><AddtlTxInf>FA20260001</AddtlTxInf>"
                .to_owned(),
            "",
            "",
            "",
            "FA20260001",
        ),
    ] {
        let line = one(&details);
        let text = |text: &str| Some(text.to_owned()).filter(|text| !text.is_empty());
        let read =
            (line.variable_symbol, line.constant_symbol, line.specific_symbol, line.other_texts);
        assert_eq!(
            read,
            (text(variable), text(constant), text(specific), text(others)),
            "{details}"
        );
    }
    let written = one("<RmtInf><Ustrd>FA2026</Ustrd><Ustrd>0001</Ustrd></RmtInf>").message;
    assert_eq!(written.as_deref(), Some("FA2026 0001"));
    assert_eq!(one("<AddtlTxInf>FA20260001</AddtlTxInf>").message.as_deref(), Some("FA20260001"));
}

#[test]
fn the_other_side_is_never_our_own_account() {
    let account = |iban: &str| format!("<Id><IBAN>{iban}</IBAN></Id>");
    let sides = |debtor: &str, creditor: &str, more: &str| {
        one(&format!(
            "<RltdPties><Dbtr><Nm>D</Nm></Dbtr><DbtrAcct>{}</DbtrAcct><UltmtDbtr><Nm>U</Nm></UltmtDbtr>\
             <Cdtr><Nm>C</Nm></Cdtr><CdtrAcct>{}</CdtrAcct></RltdPties>{more}",
            account(debtor),
            account(creditor)
        ))
    };
    let of = |line: Line| (line.counterparty_account, line.counterparty_name, line.reversal);
    let payer = || Some(PAYER.to_owned());
    assert_eq!(of(sides(PAYER, OWN, "")), (payer(), Some("D".into()), false));
    // a payment of ours that came back names us as its debtor
    let returned = "<RtrInf><Rsn><Cd>AC04</Cd></Rsn></RtrInf>";
    assert_eq!(of(sides(OWN, PAYER, returned)), (payer(), Some("C".into()), true));
    let behalf =
        one("<RltdPties><UltmtDbtr><Pty><Nm>Matka, a. s.</Nm></Pty></UltmtDbtr></RltdPties>");
    assert_eq!(behalf.counterparty_name.as_deref(), Some("Matka, a. s."));
}

#[test]
fn what_sends_money_back_is_a_reversal() {
    let code = |code: &str| {
        format!(
            "<BkTxCd><Domn><Cd>PMNT</Cd><Fmly><Cd>ICDT</Cd><SubFmlyCd>{code}</SubFmlyCd></Fmly></Domn></BkTxCd>"
        )
    };
    for (details, expected) in [
        ("<RtrInf/>".to_owned(), true),
        (code("RRTN"), true),
        (code("UPDD"), true),
        (code("ESCT"), false),
        (String::new(), false),
    ] {
        assert_eq!(one(&details).reversal, expected, "{details}");
    }
}

#[test]
fn an_only_part_that_contradicts_its_entry_is_not_certain() {
    let of = |kind: &str, currency: &str, amount: &str, more: &str| {
        let amount = format!("<Amt Ccy=\"{currency}\">{amount}</Amt>{more}");
        match kind {
            "" => amount,
            kind => format!("<AmtDtls><{kind}>{amount}</{kind}></AmtDtls>"),
        }
    };
    let exchange = "<CcyXchg><SrcCcy>USD</SrcCcy><XchgRate>0.9</XchgRate></CcyXchg>";
    let charged = "<Chrgs><TtlChrgsAndTaxAmt Ccy=\"EUR\">2.00</TtlChrgsAndTaxAmt></Chrgs>";
    for (details, differs) in [
        (String::new(), false),
        (of("", "EUR", "81", ""), false),
        (of("TxAmt", "EUR", "81.00", ""), false),
        (of("", "EUR", "18.00", ""), true),
        (of("TxAmt", "EUR", "81.01", ""), true),
        (of("", "EUR", "83.00", charged), false),
        (of("", "EUR", "84.00", charged), true),
        // banks on the way keep what they charge
        (of("InstdAmt", "EUR", "83.00", ""), false),
        (of("", "USD", "81.00", ""), true),
        (of("TxAmt", "USD", "90.00", exchange), false),
        (of("InstdAmt", "USD", "90.00", ""), true),
        (of("", "EUR", "x", ""), true),
        ("<CdtDbtInd>CRDT</CdtDbtInd>".to_owned(), false),
        ("<CdtDbtInd>DBIT</CdtDbtInd>".to_owned(), true),
    ] {
        let expected = differs.then_some(Unproven::DetailsDiffer);
        assert_eq!(one(&details).unproven, expected, "{details}");
    }
}
