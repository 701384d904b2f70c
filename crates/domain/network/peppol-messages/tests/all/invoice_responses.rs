//! Invoice Responses: what is written is read again, and what breaks a rule is named by it.

use peppol_messages::invoice_response::{
    AnsweredDocument, Clarification, ClarificationCode, Detail, InvoiceResponse, InvoiceStatus,
    NotAResponse, ResponseParty, StatusAction, StatusReason,
};
use time::macros::{date, datetime};

fn clarified(code: Option<ClarificationCode>, text: Option<&str>) -> Clarification {
    Clarification { code, text: text.map(str::to_owned), details: Vec::new() }
}

fn response(status: InvoiceStatus, clarifications: Vec<Clarification>) -> InvoiceResponse {
    let party = |participant: &str, name: &str| ResponseParty {
        participant: participant.to_owned(),
        name: name.to_owned(),
    };
    InvoiceResponse {
        id: "imr-1".to_owned(),
        issued: datetime!(2027-01-05 10:20:30 UTC),
        note: Some("Viď <e-mail> & prílohu".to_owned()),
        sender: party("9915:2020876550", "Nábytok a syn, a.s."),
        receiver: party("9915:2021234567", "Píla Orava s.r.o."),
        status,
        effective_on: Some(date!(2027 - 01 - 04)),
        clarifications,
        about: AnsweredDocument {
            number: "FA 1/2027".to_owned(),
            issued_on: Some(date!(2027 - 01 - 02)),
            type_code: "380".to_owned(),
        },
    }
}

fn rejection() -> InvoiceResponse {
    let reason = clarified(Some(ClarificationCode::Reason(StatusReason::Legal)), Some("DIČ"));
    let details = vec![Detail { term: "BT-48".to_owned(), value: Some("SK2020876550".to_owned()) }];
    let action = clarified(Some(ClarificationCode::Action(StatusAction::NewInvoice)), None);
    response(InvoiceStatus::Rejected, vec![Clarification { details, ..reason }, action])
}

#[test]
fn what_is_written_is_valid_and_read_again() {
    let partly =
        clarified(Some(ClarificationCode::Reason(StatusReason::PartlyPaid)), Some("100 €"));
    for response in [
        rejection(),
        response(InvoiceStatus::Paid, vec![partly]),
        response(InvoiceStatus::Accepted, vec![clarified(None, Some("ok"))]),
        InvoiceResponse {
            note: None,
            effective_on: None,
            ..response(InvoiceStatus::Acknowledged, Vec::new())
        },
    ] {
        assert_eq!(InvoiceResponse::read(response.write().as_bytes()), Ok(response));
    }
}

#[test]
fn each_rule_that_is_broken_is_named() {
    let whole = rejection().write();
    let between = |start: &str, end: &str| -> String {
        let from = whole.find(start).expect(start);
        let to = whole[from..].find(end).expect(end) + from + end.len();
        whole[from..to].to_owned()
    };
    let sender = between("<cac:SenderParty>", "</cac:SenderParty>");
    let statuses = {
        let from = whole.find("<cac:Status>").expect("a status");
        let to = whole.rfind("</cac:Status>").expect("a status") + "</cac:Status>".len();
        whole[from..to].to_owned()
    };
    let reference = between("<cac:DocumentReference>", "</cac:DocumentReference>");
    for (from, to, rule) in [
        ("<cbc:ID>imr-1</cbc:ID>", "<cbc:ID> </cbc:ID>", "PEPPOL-COMMON-R001"),
        ("trns:invoice_response:3", "trns:invoice_response:2", "PEPPOL-T111-R003"),
        ("bis:invoice_response:3", "bis:invoice_response:2", "PEPPOL-T111-B00301"),
        (&*sender, "", "PEPPOL-T111-B00105"),
        (" schemeID=\"9915\">2020876550", ">2020876550", "PEPPOL-T111-B00901"),
        ("<cbc:ResponseCode>RE<", "<cbc:ResponseCode>XX<", "PEPPOL-T111-B03001"),
        (&*statuses, "", "PEPPOL-T111-R001"),
        ("\"OPStatusReason\">LEG<", "\"OPStatusReason\">NIN<", "PEPPOL-T111-R007"),
        ("\"OPStatusAction\">NIN<", "\"OPStatusAction\">LEG<", "PEPPOL-T111-R006"),
        ("\"OPStatusAction\">NIN<", "\"OPStatusAction\">QQQ<", "PEPPOL-T111-B03301"),
        ("listID=\"OPStatusAction\"", "listID=\"Other\"", "PEPPOL-T111-B03303"),
        (" listID=\"OPStatusAction\"", "", "PEPPOL-T111-B03302"),
        ("\"OPStatusAction\">NIN<", "\"OPStatusReason\">PPD<", "PEPPOL-T111-R004"),
        ("<cbc:DocumentTypeCode>380</cbc:DocumentTypeCode>", "", "PEPPOL-T111-B03902"),
        ("TypeCode>380<", "TypeCode>999<", "PEPPOL-T111-B04201"),
        ("TypeCode>380<", "TypeCode>1999<", "PEPPOL-T111-B04201"),
        ("<cbc:IssueDate>2027-01-05<", "<cbc:IssueDate>2027-01-05Z<", "PEPPOL-COMMON-R030"),
        ("<cbc:IssueDate>2027-01-02<", "<cbc:IssueDate>2027-01-02+01:00<", "PEPPOL-COMMON-R030"),
        ("<cbc:Note>", "<cbc:UUID>x</cbc:UUID><cbc:Note>", "PEPPOL-T111-B00109"),
        (&*reference, &*format!("{reference}{reference}"), "OP-BR111-R002"),
    ] {
        let broken = whole.replacen(from, to, 1);
        assert_ne!(broken, whole, "{rule}");
        match InvoiceResponse::read(broken.as_bytes()) {
            Err(NotAResponse::Breaks(rules)) => {
                let ids: Vec<_> = rules.iter().map(|rule| rule.id).collect();
                assert!(ids.contains(&rule), "{rule} is not among {ids:?}");
            }
            // what the schema of UBL asks too is refused by it
            Err(NotAResponse::Shape(_)) => {
                assert!(matches!(rule, "PEPPOL-T111-B00105" | "PEPPOL-T111-B00109"), "{rule}");
            }
            other => panic!("{rule}: {other:?}"),
        }
    }
}

/// What stands in the details of the parties, each with the rule that it breaks; none where it is right.
#[test]
fn details_of_parties_keep_their_rules() {
    let whole = &rejection().write();
    let endpoint = |role: &str, value: &str| {
        let end = format!(">{value}</cbc:EndpointID>");
        let from = whole.find(&end).expect(role) + end.len();
        move |text: &str| format!("{}{text}{}", &whole[..from], &whole[from..])
    };
    let (sender, receiver) = (endpoint("sender", "2020876550"), endpoint("receiver", "2021234567"));
    let reference = "</cac:DocumentReference>";
    let about = |text: &str| whole.replacen(reference, &format!("{reference}{text}"), 1);
    let identified = |scheme: &str, text: &str| {
        let id = format!(r#"<cbc:ID schemeID="{scheme}">{text}</cbc:ID>"#);
        format!("<cac:PartyIdentification>{id}</cac:PartyIdentification>")
    };
    let party = |role: &str, inner: &str| format!("<cac:{role}>{inner}</cac:{role}>");
    let name = party("PartyName", "<cbc:Name>Obec</cbc:Name>");
    let contact = |inner: &str| {
        let entity = "</cac:PartyLegalEntity>";
        whole.replacen(entity, &format!("{entity}{}", party("Contact", inner)), 1)
    };
    let registered = "</cbc:RegistrationName>";
    let company = "<cbc:CompanyID>1</cbc:CompanyID>";
    let in_both = whole.replace(registered, &format!("{registered}{company}"));
    let scheme = |from: &str, to: &str| {
        whole.replacen(
            &format!(r#"schemeID="9915">{from}"#),
            &format!(r#"schemeID="{to}">{from}"#),
            1,
        )
    };
    for (document, expected) in [
        (sender(&identified("0088", "5798000000001")), &[][..]),
        (sender(&identified("0088", "5798000000002")), &["PEPPOL-COMMON-R040"]),
        (receiver(&identified("0192", "987654325")), &[]),
        (receiver(&identified("0192", "987654326")), &["PEPPOL-COMMON-R041"]),
        (receiver(&identified("0208", "0403019262")), &["PEPPOL-COMMON-R043"]),
        (
            about(&party("IssuerParty", &(identified("0007", "5567321708") + &name))),
            &["PEPPOL-COMMON-R049"],
        ),
        (
            about(&party("RecipientParty", &(identified("0151", "51824753557") + &name))),
            &["PEPPOL-COMMON-R050"],
        ),
        (whole.replace(">380<", ">877<"), &[]),
        (whole.replace("trns:invoice_response:3", "trns:invoice_response:3.1"), &[]),
        (whole.replace(r#""9915">2021234567"#, r#""0088">5798000000002"#), &["PEPPOL-COMMON-R040"]),
        (sender(&party("PartyIdentification", "<cbc:ID>1</cbc:ID>")), &[]),
        (sender(&identified("0092", "1")), &["PEPPOL-T111-B01201"]),
        (sender(&identified("9915", "1")), &["PEPPOL-T111-B01201"]),
        (receiver(&identified("245", "1")), &["PEPPOL-T111-B02401"]),
        (about(&party("IssuerParty", &name)), &[]),
        (about(&party("IssuerParty", &(identified("0245", "1") + &name))), &[]),
        (
            about(&party("IssuerParty", &identified("+245", "1"))),
            &["PEPPOL-T111-B04301", "PEPPOL-T111-B04501"],
        ),
        (
            about(&party("RecipientParty", &identified("0249", "1"))),
            &["PEPPOL-T111-B04901", "PEPPOL-T111-B05101"],
        ),
        (
            about(&party(
                "RecipientParty",
                &(name.clone()
                    + &party("PartyTaxScheme", &party("TaxScheme", "<cbc:ID>VAT</cbc:ID>"))),
            )),
            &["PEPPOL-T111-B04902"],
        ),
        (contact("<cbc:Name>Eva</cbc:Name><cbc:Telephone>1</cbc:Telephone>"), &[]),
        (contact("<cbc:Name>Eva</cbc:Name><cbc:Telefax>1</cbc:Telefax>"), &["PEPPOL-T111-B01601"]),
        (in_both, &["PEPPOL-T111-B01402", "PEPPOL-T111-B02602"]),
        (scheme("2020876550", "0037"), &["PEPPOL-T111-B00902"]),
        (scheme("2021234567", "x"), &["PEPPOL-T111-B02102"]),
        (scheme("2021234567", "0245"), &[]),
    ] {
        let found = match InvoiceResponse::read(document.as_bytes()) {
            Ok(_) => Vec::new(),
            Err(NotAResponse::Breaks(rules)) => rules.iter().map(|rule| rule.id).collect(),
            Err(error) => panic!("{error}: {document}"),
        };
        let (mut found, mut expected) = (found, expected.to_vec());
        found.sort_unstable();
        expected.sort_unstable();
        assert_eq!(found, expected, "{document}");
    }
}

#[test]
fn what_is_no_response_is_refused() {
    for bytes in [b"".as_slice(), b"<a", b"<a/>", b"<!DOCTYPE a><a/>", b"\xff\xfe"] {
        assert!(InvoiceResponse::read(bytes).is_err(), "{bytes:?}");
    }
    let date = rejection().write().replace("2027-01-05", "2027-02-31");
    assert!(InvoiceResponse::read(date.as_bytes()).is_err());
}

#[test]
fn codes_are_read_back() {
    for status in InvoiceStatus::ALL {
        assert_eq!(InvoiceStatus::of_code(status.code()), Some(*status));
    }
    let ranks = InvoiceStatus::ALL.iter().map(|status| status.rank());
    assert!(ranks.is_sorted());
    assert_eq!((StatusReason::ALL.len(), StatusAction::ALL.len()), (14, 7));
}
