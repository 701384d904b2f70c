//! Pohoda mServer.

use crate::stand_in::{StandIn, account, answer, documents, link, programs};
use accounting_programs::{
    AccountingProgram, Answered, Document, ItemAnswer, ProgramFailure, ProgramInfo, ProgramKind,
};

/// A `responsePack` of these items.
fn pack(items: &str) -> Vec<u8> {
    format!(
        "<?xml version=\"1.0\" encoding=\"Windows-1250\"?>\n<rsp:responsePack version=\"2.0\" id=\"1\" \
         state=\"ok\" xmlns:rsp=\"http://www.stormware.cz/schema/version_2/response.xsd\" \
         xmlns:rdc=\"http://www.stormware.cz/schema/version_2/documentresponse.xsd\" \
         xmlns:inv=\"http://www.stormware.cz/schema/version_2/invoice.xsd\">{items}</rsp:responsePack>"
    )
    .into_bytes()
}

fn made(document: &Document, id: u32) -> String {
    let posting = document.posting;
    format!(
        "<rsp:responsePackItem version=\"2.0\" id=\"{posting}\" state=\"ok\"><inv:invoiceResponse \
         version=\"2.0\" state=\"ok\"><rdc:producedDetails><rdc:id>{id}</rdc:id></rdc:producedDetails>\
         </inv:invoiceResponse></rsp:responsePackItem>"
    )
}

fn refused(document: &Document) -> String {
    let posting = document.posting;
    format!("<rsp:responsePackItem version=\"2.0\" id=\"{posting}\" state=\"error\" note=\"Nie\"/>")
}

async fn post(server: &StandIn, documents: &[Document]) -> Result<Vec<Answered>, ProgramFailure> {
    let link = link(ProgramKind::PohodaMserver, &server.url);
    programs().post(account(&link), documents).await
}

#[tokio::test]
async fn documents_are_posted_as_mserver_wants_them() {
    let all = documents(3);
    let items = [made(&all[0], 1), refused(&all[1]), made(&all[2], 3)].concat();
    let server = StandIn::new(move |_| answer("200 OK", &pack(&items)));
    let said = post(&server, &all).await.expect("an answer");
    assert_eq!(said.len(), 3);
    assert!(matches!(&said[1].answer, ItemAnswer::Refused { reason } if reason == "Nie"));
    assert!(matches!(&said[2].answer, ItemAnswer::Created { id: Some(id), .. } if id == "3"));
    let asked = server.asked();
    assert_eq!(asked.len(), 1);
    let (head, body) = asked[0].split_once("\r\n\r\n").expect("a head");
    let head = head.to_lowercase();
    assert!(head.starts_with("post /xml http/1.1"), "{head}");
    // base64 of a+b@c.sk:tajné heslo
    let authorization =
        format!("stw-authorization: basic {}", "YStiQGMuc2s6dGFqbsOpIGhlc2xv".to_lowercase());
    for line in [
        &*authorization,
        "stw-application: billhook",
        "stw-check-duplicity: true",
        "content-type: text/xml",
    ] {
        assert!(head.contains(line), "{line} in {head}");
    }
    assert!(body.contains("<dat:dataPack ") && !body.contains("heslo"));
    assert_eq!(body.matches("<dat:dataPackItem ").count(), 3);
}

#[tokio::test]
async fn half_an_answer_says_half() {
    let all = documents(3);
    let items = [made(&all[2], 3), made(&all[2], 4)].concat();
    let server = StandIn::new(move |_| answer("200 OK", &pack(&items)));
    let said = post(&server, &all).await.expect("an answer");
    assert_eq!(said.len(), 1, "about the third, once");
    assert_eq!(said[0].posting, all[2].posting);
}

#[tokio::test]
async fn what_is_no_answer_is_a_failure_that_says_whether_it_may_have_been_done() {
    let huge = [b"<a>".to_vec(), vec![b'x'; 5 * 1024 * 1024]].concat();
    let whole = pack("");
    let broken = format!("HTTP/1.1 200 OK\r\ncontent-length: {}\r\n\r\n", whole.len() + 9);
    let broken = [broken.into_bytes(), whole].concat();
    let error = String::from_utf8(pack("")).expect("text");
    let error = error.replace("state=\"ok\"", "state=\"error\" note=\"IČO\"").into_bytes();
    let redirect =
        b"HTTP/1.1 302 Found\r\nlocation: http://127.0.0.1:9/\r\ncontent-length: 0\r\n\r\n";
    type Bytes = Option<Vec<u8>>;
    let cases: Vec<(Bytes, bool, &str)> = vec![
        (answer("200 OK", b"<html><body>Vitajte<br></body></html>"), true, "no XML"),
        (answer("200 OK", b""), true, "no XML"),
        (answer("200 OK", &error), false, "I\u{10c}O"),
        (answer("200 OK", &huge), true, "larger than"),
        (Some(broken), true, "broke"),
        (None, true, "in time"),
        (Some(Vec::new()), true, "broke"),
        (Some(redirect.to_vec()), false, "redirect"),
        (answer("500 Oops", b""), true, "500"),
        (answer("503 Busy", b""), true, "503"),
        (answer("404 Not Found", b""), false, "404"),
        (answer("401 No", b""), false, "401"),
    ];
    for (said, unclear, word) in cases {
        let server = StandIn::new(move |_| said.clone());
        let failure = post(&server, &documents(2)).await.expect_err("no answer");
        assert_eq!(failure.is_unclear(), unclear, "{failure:?}");
        assert!(failure.to_string().contains(word), "{failure}");
        assert_eq!(server.asked().len(), 1, "nothing is repeated by itself");
    }
}

#[tokio::test]
async fn a_server_that_is_not_there_did_nothing() {
    let server = StandIn { url: "http://127.0.0.1:1".into(), requests: Default::default() };
    let failure = post(&server, &documents(1)).await.expect_err("nobody there");
    assert!(matches!(failure, ProgramFailure::NotReached(_)), "{failure:?}");
}

#[tokio::test]
async fn the_open_books_are_asked_for() {
    let said =
        "<mServer><status>idle</status><company>Firma</company><ico>12345678</ico></mServer>";
    let server = StandIn::new(move |_| answer("200 OK", said.as_bytes()));
    let link = link(ProgramKind::PohodaMserver, &server.url);
    let info = programs().test(account(&link)).await.expect("let in");
    let (company, ico) = (Some("Firma".into()), Some("12345678".into()));
    assert_eq!(info, ProgramInfo { company, ico });
    assert!(server.asked()[0].starts_with("GET /status?companyDetail HTTP/1.1"));
}

#[tokio::test]
async fn what_is_there_is_looked_up() {
    let all = documents(2);
    let list = "<lst:listInvoice xmlns:lst=\"urn:l\"><lst:invoice><inv:invoiceHeader><inv:id>5</inv:id>\
                </inv:invoiceHeader></lst:invoice></lst:listInvoice>";
    let item = |document: &Document, within: &str| {
        let posting = document.posting;
        format!(
            "<rsp:responsePackItem id=\"{posting}\" state=\"ok\">{within}</rsp:responsePackItem>"
        )
    };
    let items = [item(&all[0], list), item(&all[1], "")].concat();
    let server = StandIn::new(move |_| answer("200 OK", &pack(&items)));
    let link = link(ProgramKind::PohodaMserver, &server.url);
    let found = programs().find(account(&link), &all).await.expect("an answer");
    assert_eq!(found.len(), 1);
    assert!(!server.asked()[0].to_lowercase().contains("stw-check-duplicity"));
}
