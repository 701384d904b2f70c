use super::*;
use crate::{
    Account, Answered, Content, Document, ItemAnswer, Link, LinkSettings, PostedPayment,
    PostedSetOff, PostingId, ProgramInfo, ProgramKind, ProgramSecret, Reference,
    link::tests::link,
    sample::{entry, partner},
};
use accounting_export::{Direction, EntryKind, Firm};
use money::Currency;
use rust_decimal::dec;
use time::macros::date;
use uuid::Uuid;

fn reference(direction: Direction, program_id: Option<&str>) -> Reference {
    Reference::of(&entry(direction, &[dec!(23)]), program_id.map(str::to_owned))
}

fn document(n: u128, content: Content) -> Document {
    let external_id = Uuid::from_u128(n + 100).to_string();
    Document { posting: PostingId(Uuid::from_u128(n)), external_id, content }
}

fn payment(direction: Direction, is_cash: bool) -> PostedPayment {
    PostedPayment {
        of: reference(direction, Some("4711")),
        partner: partner(),
        amount: dec!(100.5),
        currency: Currency::Eur.into(),
        date: date!(2026 - 11 - 20),
        is_cash,
        others: vec![],
    }
}

fn all() -> Vec<Document> {
    let set_off = PostedSetOff {
        invoice: reference(Direction::Issued, Some("1")),
        expense: reference(Direction::Received, None),
        partner: partner(),
        amount: dec!(50),
        currency: Currency::Eur.into(),
        date: date!(2026 - 11 - 21),
        agreement: Some("ZAP-2026-1".into()),
    };
    vec![
        document(1, Content::Invoice(Box::new(entry(Direction::Issued, &[dec!(23)])))),
        document(2, Content::Payment(Box::new(payment(Direction::Issued, false)))),
        document(3, Content::Payment(Box::new(payment(Direction::Received, true)))),
        document(4, Content::SetOff(Box::new(set_off))),
    ]
}

fn with_account<T>(call: impl FnOnce(Account<'_>) -> T) -> T {
    let settings = LinkSettings {
        bank_account: Some("TB".into()),
        cash_register: Some("HP".into()),
        set_off_assignment: Some("ZAP".into()),
        ..LinkSettings::default()
    };
    let link = Link { settings, ..link(ProgramKind::PohodaMserver) };
    let secret = ProgramSecret::new("heslo".into());
    let firm =
        Firm { ico: "12345678".into(), country: "SK".into(), currency: Currency::Eur.into() };
    let request = Uuid::from_u128(77);
    call(Account { link: &link, secret: &secret, firm: &firm, request })
}

/// The elements of a document as paths with their texts.
fn leaves(text: &str) -> Vec<(String, String)> {
    let parsed = xml::Parsed::read(text.as_bytes()).expect("XML");
    let path = |node: xml::Node<'_, '_>| {
        let names: Vec<_> = node
            .ancestors()
            .filter(xml::Node::is_element)
            .map(|node| node.tag_name().name().to_owned())
            .collect();
        names.into_iter().rev().skip(3).collect::<Vec<_>>().join("/")
    };
    let nodes = parsed.root().descendants();
    let leaves =
        nodes.filter(|node| node.is_element() && !node.children().any(|it| it.is_element()));
    leaves.map(|node| (path(node), node.text().unwrap_or_default().to_owned())).collect()
}

#[test]
fn each_document_goes_into_its_agenda_under_its_external_id() {
    let documents = all();
    let pack = with_account(|account| data_pack(account, &documents));
    assert!(pack.contains("ico=\"12345678\"") && !pack.contains("heslo"));
    let leaves = leaves(&pack);
    let has = |path: &str, text: &str| {
        assert!(
            leaves.iter().any(|leaf| leaf.0 == path && leaf.1 == text),
            "{path}: {text}\n{pack}"
        );
    };
    let id = |n: u128| Uuid::from_u128(n + 100).to_string();
    has("invoiceHeader/extId/ids", &id(1));
    has("invoiceHeader/invoiceType", "issuedInvoice");
    has("bankHeader/extId/ids", &id(2));
    has("bankHeader/bankType", "receipt");
    has("bankHeader/account/ids", "TB");
    let settles = "bankDetail/bankLiquidationItem/settingsLiquidation";
    has(&format!("{settles}/sourceAgenda"), "issuedInvoice");
    has(&format!("{settles}/sourceDocument/id"), "4711");
    has(&format!("{settles}/liquidationPrice"), "100.50");
    has("voucherHeader/extId/ids", &id(3));
    has("voucherHeader/voucherType", "expense");
    has("voucherHeader/cashAccount/ids", "HP");
    has("intDocHeader/extId/ids", &id(4));
    has("intDocHeader/accounting/ids", "ZAP");
    has("intDocHeader/classificationVAT/classificationVATType", "nonSubsume");
    has("intDocDetail/intDocItem/homeCurrency/unitPrice", "50.00");
    has("intDocHeader/text", "Vzájomný zápočet ZAP-2026-1 FA/1 × FA/1");
}

#[test]
fn money_comes_in_or_goes_out() {
    for (direction, kind, income) in [
        (Direction::Issued, EntryKind::Invoice, true),
        (Direction::Issued, EntryKind::DebitNote, true),
        (Direction::Issued, EntryKind::CreditNote, false),
        (Direction::Received, EntryKind::Invoice, false),
        (Direction::Received, EntryKind::CreditNote, true),
    ] {
        let of = Reference { kind, ..reference(direction, None) };
        assert_eq!(of.is_income(), income, "{direction:?} {kind:?}");
    }
}

fn answer(items: &str) -> String {
    format!(
        "<?xml version=\"1.0\" encoding=\"Windows-1250\"?>\
         <rsp:responsePack version=\"2.0\" id=\"77\" state=\"ok\" \
         xmlns:rsp=\"http://www.stormware.cz/schema/version_2/response.xsd\" \
         xmlns:rdc=\"http://www.stormware.cz/schema/version_2/documentresponse.xsd\" \
         xmlns:inv=\"http://www.stormware.cz/schema/version_2/invoice.xsd\">{items}</rsp:responsePack>"
    )
}

fn made(n: u128, id: &str) -> String {
    let posting = PostingId(Uuid::from_u128(n));
    format!(
        "<rsp:responsePackItem version=\"2.0\" id=\"{posting}\" state=\"ok\">\
         <inv:invoiceResponse version=\"2.0\" state=\"ok\"><rdc:producedDetails><rdc:id>{id}</rdc:id>\
         <rdc:number>26FV1</rdc:number></rdc:producedDetails></inv:invoiceResponse></rsp:responsePackItem>"
    )
}

fn refused(n: u128) -> String {
    let posting = PostingId(Uuid::from_u128(n));
    format!(
        "<rsp:responsePackItem version=\"2.0\" id=\"{posting}\" state=\"error\" note=\"Nepodarilo sa\">\
         <inv:invoiceResponse version=\"2.0\" state=\"error\"><rdc:importDetails><rdc:detail>\
         <rdc:state>error</rdc:state><rdc:errno>103</rdc:errno><rdc:note>Duplicita</rdc:note>\
         </rdc:detail></rdc:importDetails></inv:invoiceResponse></rsp:responsePackItem>"
    )
}

fn created(id: &str) -> ItemAnswer {
    ItemAnswer::Created { id: Some(id.into()), number: Some("26FV1".into()), note: None }
}

#[test]
fn answers_are_read_by_the_ids_of_postings() {
    let other = "<rsp:responsePackItem id=\"7\" state=\"ok\"/>".to_owned();
    let items = [refused(1), other, made(2, "12")].concat();
    let read = answers(answer(&items).as_bytes()).expect("an answer");
    let reason = "Nepodarilo sa; 103 Duplicita".to_owned();
    let posting = |n| PostingId(Uuid::from_u128(n));
    let expected = [
        Answered { posting: posting(1), answer: ItemAnswer::Refused { reason } },
        Answered { posting: posting(2), answer: created("12") },
    ];
    assert_eq!(read, expected, "nothing is said of the others");
}

#[test]
fn of_two_answers_about_one_that_it_was_made_is_believed() {
    for items in [[refused(1), made(1, "5")], [made(1, "5"), refused(1)]] {
        let read = answers(answer(&items.concat()).as_bytes()).expect("an answer");
        assert_eq!(read.len(), 1);
        assert_eq!(read[0].answer, created("5"));
    }
}

/// Pohoda writes in windows-1250.
#[test]
fn an_answer_in_windows_1250_is_read() {
    let text = answer(&refused(1)).replace("Nepodarilo sa", "\u{1}");
    let mut bytes = text.into_bytes();
    let at = bytes.iter().position(|byte| *byte == 1).expect("there");
    bytes[at] = 0xbe; // ľ
    let read = answers(&bytes).expect("an answer");
    assert!(matches!(&read[0].answer, ItemAnswer::Refused { reason } if reason.starts_with('ľ')));
}

#[test]
fn what_is_no_answer_is_said_to_be_none() {
    let whole = answer("")
        .replace("Windows-1250", "UTF-8")
        .replace("state=\"ok\"", "state=\"error\" note=\"Chybné IČO\"");
    let half = answer(&made(1, "5"));
    for (text, word) in [
        ("<html><body><p>Bad gateway</body></html>", "no XML"),
        ("<html><body/></html>", "<html>"),
        ("", "no XML"),
        (&*whole, "Chybné IČO"),
        (&half[..half.len() - 30], "no XML"),
    ] {
        let error = answers(text.as_bytes()).expect_err("no answer").to_string();
        assert!(error.contains(word), "{error}");
    }
}

/// An item with the state ok, but without a produced document, is not an answer.
#[test]
fn an_empty_item_is_no_answer() {
    let posting = PostingId(Uuid::from_u128(1));
    let item = format!("<rsp:responsePackItem id=\"{posting}\" version=\"2.0\" state=\"ok\"/>");
    assert_eq!(answers(answer(&item).as_bytes()), Ok(Vec::new()));
}

#[test]
fn what_is_there_is_found_by_its_external_id() {
    let documents = &all()[..2];
    let asked = with_account(|account| look_up(account, documents));
    let leaves = leaves(&asked);
    let filter = "filter/extId/ids";
    let ids = |n: u128| Uuid::from_u128(n + 100).to_string();
    let has = |end: &str, text: &str| leaves.iter().any(|it| it.0.ends_with(end) && it.1 == text);
    assert!(has(filter, &ids(1)) && has(filter, &ids(2)), "{asked}");
    let item = |n: u128, within: &str| {
        let posting = PostingId(Uuid::from_u128(n));
        format!(
            "<rsp:responsePackItem id=\"{posting}\" state=\"ok\">{within}</rsp:responsePackItem>"
        )
    };
    let list = listed(&[(7, "4"), (1, "5")]);
    let said = answer(&[item(1, &list), item(2, &listed(&[(7, "4")]))].concat());
    let there = found(said.as_bytes(), documents).expect("an answer");
    let expected = Answered { posting: PostingId(Uuid::from_u128(1)), answer: created("5") };
    assert_eq!(there, [expected]);
    // whether the second one exists is unknown
    let half = found(answer(&item(1, &list)).as_bytes(), documents);
    assert!(matches!(half, Err(BadAnswer::Incomplete(_))));
    assert!(matches!(found(answer("").as_bytes(), documents), Err(BadAnswer::Incomplete(_))));
    // documents that Pohoda cannot search for are sent again under their external ids
    let unsupported = answer(&[refused(1), refused(2)].concat());
    assert_eq!(found(unsupported.as_bytes(), documents), Ok(Vec::new()));
}

/// A list of invoices with these external ids, each with Pohoda's own.
fn listed(all: &[(u128, &str)]) -> String {
    let one = |(n, id): &(u128, &str)| {
        let ours = Uuid::from_u128(n + 100);
        format!(
            "<lst:invoice><inv:invoiceHeader><inv:extId><typ:ids>{ours}</typ:ids></inv:extId>\
             <inv:id>{id}</inv:id><inv:number><typ:numberRequested>26FV1</typ:numberRequested>\
             </inv:number></inv:invoiceHeader></lst:invoice>"
        )
    };
    let all: String = all.iter().map(one).collect();
    format!("<lst:listInvoice xmlns:lst=\"urn:l\" xmlns:typ=\"urn:t\">{all}</lst:listInvoice>")
}

#[test]
fn the_open_books_are_named() {
    let said = "<mServer><status>idle</status><companyDetail><company>Firma s. r. o.</company>\
                <ico>12345678</ico></companyDetail></mServer>";
    let info = company(said.as_bytes()).expect("read");
    let expected =
        ProgramInfo { company: Some("Firma s. r. o.".into()), ico: Some("12345678".into()) };
    assert_eq!(info, expected);
    assert!(company(b"<html>").is_err());
}
