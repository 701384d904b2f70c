//! Pohoda mServer.

use crate::stand_in::{StandIn, answer, programs};
use accounting_http::HttpPrograms;
use accounting_programs::{
    AccountingProgram, Answered, Document, ItemAnswer, ProgramFailure, ProgramInfo, ProgramKind,
};
use std::sync::Mutex;
use testkit::{
    accounting::{Books, documents, link},
    network_contract::accounting_program::{Program, ProgramUnderTest, REASON},
};

/// A `responsePack` of these items.
fn pack(items: &str) -> Vec<u8> {
    format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<rsp:responsePack version=\"2.0\" id=\"1\" \
         state=\"ok\" xmlns:rsp=\"http://www.stormware.cz/schema/version_2/response.xsd\" \
         xmlns:rdc=\"http://www.stormware.cz/schema/version_2/documentresponse.xsd\" \
         xmlns:inv=\"http://www.stormware.cz/schema/version_2/invoice.xsd\">{items}</rsp:responsePack>"
    )
    .into_bytes()
}

/// Nothing listens there.
const NOBODY: &str = "http://127.0.0.1:1";

fn made(document: &Document, id: usize) -> String {
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
    programs().post(Books::default().account(&link), documents).await
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
        (answer("413 Too Large", b""), false, "413"),
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

/// A document that the program takes under no request is told from a program that is down.
#[tokio::test]
async fn a_refusal_of_the_whole_request_is_one() {
    let whole = String::from_utf8(pack("")).expect("text");
    let whole = whole.replace("state=\"ok\"", "state=\"error\" note=\"Nie\"").into_bytes();
    for (said, is_refused) in [
        (answer("200 OK", &whole), true),
        (answer("400 Bad Request", b""), true),
        (answer("413 Too Large", b""), true),
        (answer("404 Not Found", b""), false),
        (answer("429 Slow Down", b""), false),
        (answer("503 Busy", b""), false),
    ] {
        let server = StandIn::new(move |_| said.clone());
        let failure = post(&server, &documents(1)).await.expect_err("no answer");
        let found = matches!(failure, ProgramFailure::Refused(_));
        assert_eq!(found, is_refused, "{failure:?}");
    }
}

#[tokio::test]
async fn a_server_that_is_not_there_did_nothing() {
    let server = StandIn { url: NOBODY.into(), requests: Default::default() };
    let failure = post(&server, &documents(1)).await.expect_err("nobody there");
    assert!(matches!(failure, ProgramFailure::NotReached(_)), "{failure:?}");
}

#[tokio::test]
async fn the_open_books_are_asked_for() {
    let said =
        "<mServer><status>idle</status><company>Firma</company><ico>12345678</ico></mServer>";
    let server = StandIn::new(move |_| answer("200 OK", said.as_bytes()));
    let link = link(ProgramKind::PohodaMserver, &server.url);
    let info = programs().test(Books::default().account(&link)).await.expect("let in");
    let (company, ico) = (Some("Firma".into()), Some("12345678".into()));
    assert_eq!(info, ProgramInfo { company, ico });
    assert!(server.asked()[0].starts_with("GET /status?companyDetail HTTP/1.1"));
}

#[tokio::test]
async fn what_is_there_is_looked_up() {
    let all = documents(2);
    // the second is asked for, and another one is answered
    let items = [item(&all[0], &header(&all[0], 4)), item(&all[1], &header(&all[0], 4))].concat();
    let server = StandIn::new(move |_| answer("200 OK", &pack(&items)));
    let link = link(ProgramKind::PohodaMserver, &server.url);
    let found = programs().find(Books::default().account(&link), &all).await.expect("an answer");
    assert_eq!(found.len(), 1);
    assert!(!server.asked()[0].to_lowercase().contains("stw-check-duplicity"));
}

/// What a Pohoda that remembers answers to a request: an item for each of its documents.
fn remembered(made: &Mutex<Vec<String>>, request: &str, refuses_second: bool) -> Vec<u8> {
    let mut made = made.lock().expect("what was made");
    let looks = request.contains("<ftr:filter>");
    let mut items = String::new();
    for document in documents(3) {
        let id = &document.external_id;
        if !request.contains(&*document.posting.to_string()) {
            continue;
        }
        let known = made.iter().position(|known| known == id);
        items += &match (looks, known) {
            (true, Some(place)) => item(&document, &header(&document, place)),
            (true, None) => item(&document, ""),
            (false, _) if refuses_second && is_second(&document) => {
                refused(&document).replace("Nie", REASON)
            }
            (false, Some(place)) => self::made(&document, place + 1),
            (false, None) => {
                made.push(id.clone());
                self::made(&document, made.len())
            }
        };
    }
    pack(&items)
}

fn is_second(document: &Document) -> bool {
    document.posting == documents(2)[1].posting
}

fn item(document: &Document, within: &str) -> String {
    let posting = document.posting;
    format!("<rsp:responsePackItem id=\"{posting}\" state=\"ok\">{within}</rsp:responsePackItem>")
}

/// A list with this invoice.
fn header(document: &Document, place: usize) -> String {
    let (id, ours) = (place + 1, &document.external_id);
    format!(
        "<lst:listInvoice xmlns:lst=\"urn:l\" xmlns:typ=\"urn:t\"><lst:invoice><inv:invoiceHeader>\
         <inv:extId><typ:ids>{ours}</typ:ids></inv:extId><inv:id>{id}</inv:id></inv:invoiceHeader>\
         </lst:invoice></lst:listInvoice>"
    )
}

struct Mserver;

impl ProgramUnderTest for Mserver {
    type Caller = HttpPrograms;

    fn caller(&self) -> HttpPrograms {
        programs()
    }

    async fn program(&self, program: Program) -> Option<(ProgramKind, String)> {
        let made = Mutex::new(Vec::new());
        let answers = move |request: &str| match program {
            _ if request.starts_with("GET ") && program != Program::Denies => {
                answer("200 OK", b"<mServer><status>idle</status></mServer>")
            }
            Program::Makes => answer("200 OK", &remembered(&made, request, false)),
            Program::RefusesSecond => answer("200 OK", &remembered(&made, request, true)),
            Program::LosesAnswers | Program::Nobody => Some(Vec::new()),
            Program::AnswersHtml => answer("200 OK", b"<html><body>Vitajte<br></body></html>"),
            Program::Denies => answer("401 Unauthorized", b""),
        };
        let url = match program {
            Program::Nobody => NOBODY.to_owned(),
            _ => StandIn::new(answers).url,
        };
        Some((ProgramKind::PohodaMserver, url))
    }
}

async fn mserver() -> Mserver {
    Mserver
}

testkit::accounting_program_contract!(mserver);
