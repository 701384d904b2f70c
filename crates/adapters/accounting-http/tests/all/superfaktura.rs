//! SuperFaktúra.

use crate::stand_in::{StandIn, answer, programs};
use accounting_programs::{AccountingProgram, ItemAnswer, ProgramFailure, ProgramKind};
use serde_json::json;
use testkit::accounting::{Books, documents, link};

fn made(id: &str) -> Vec<u8> {
    let invoice = json!({"id": id, "invoice_no_formatted": "FA1"});
    json!({"error": 0, "data": {"Invoice": invoice}}).to_string().into_bytes()
}

#[tokio::test]
async fn a_document_is_posted_as_a_form() {
    let server = StandIn::new(|_| answer("200 OK", &made("17")));
    let link = link(ProgramKind::SuperFaktura, &server.url);
    let said =
        programs().post(Books::default().account(&link), &documents(1)).await.expect("an answer");
    let number = Some("FA1".to_owned());
    let created = ItemAnswer::Created { id: Some("17".into()), number, note: None };
    assert_eq!(said[0].answer, created);
    let asked = server.asked();
    let (head, body) = asked[0].split_once("\r\n\r\n").expect("a head");
    assert!(head.starts_with("POST /invoices/create HTTP/1.1"), "{head}");
    let key = "SFAPI email=a%2Bb%40c.sk&apikey=tajn%C3%A9+heslo&module=Billhook";
    assert!(head.contains(key), "{head}");
    assert!(body.starts_with("data=%7B%22"), "{body}");
}

/// 200 with an error inside, and 400 with one: the document is refused in SuperFaktúra's own words.
#[tokio::test]
async fn what_is_refused_is_refused_in_its_own_words() {
    for status in ["200 OK", "400 Bad Request"] {
        let body = json!({"error": 4, "error_message": {"name": ["Chýba názov"]}}).to_string();
        let server = StandIn::new(move |_| answer(status, body.as_bytes()));
        let link = link(ProgramKind::SuperFaktura, &server.url);
        let said = programs()
            .post(Books::default().account(&link), &documents(1))
            .await
            .expect("an answer");
        let reason = "Chýba názov".to_owned();
        assert_eq!(said[0].answer, ItemAnswer::Refused { reason }, "{status}");
    }
}

/// The first is answered about, the second breaks: what was answered stands.
#[tokio::test]
async fn what_was_answered_before_a_failure_stands() {
    let server = StandIn::new(|request| match request.contains("FA2") {
        true => answer("502 Bad Gateway", b"<html>"),
        false => answer("200 OK", &made("17")),
    });
    let open = link(ProgramKind::SuperFaktura, &server.url);
    let said =
        programs().post(Books::default().account(&open), &documents(3)).await.expect("an answer");
    assert_eq!((said.len(), server.asked().len()), (1, 2));
    let denied = StandIn::new(|_| answer("403 Forbidden", b"{}"));
    let closed = link(ProgramKind::SuperFaktura, &denied.url);
    let failure = programs().test(Books::default().account(&closed)).await.expect_err("not let in");
    assert!(matches!(failure, ProgramFailure::Denied(_)));
}

/// Whatever is no list says nothing: what may be there is not made again.
#[tokio::test]
async fn a_look_up_that_cannot_be_understood_is_a_failure() {
    for said in ["{}", "{\"items\":{}}", "{\"error\":0}", "<html>"] {
        let server = StandIn::new(move |_| answer("200 OK", said.as_bytes()));
        let link = link(ProgramKind::SuperFaktura, &server.url);
        let found = programs().find(Books::default().account(&link), &documents(1)).await;
        assert!(matches!(found, Err(ProgramFailure::Unclear(_))), "{said}: {found:?}");
    }
    let none = StandIn::new(|_| answer("200 OK", b"[]"));
    let link = link(ProgramKind::SuperFaktura, &none.url);
    let found = programs().find(Books::default().account(&link), &documents(1)).await;
    assert_eq!(found, Ok(vec![]));
}
