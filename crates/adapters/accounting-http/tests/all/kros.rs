//! KROS Fakturácia.

use crate::stand_in::{StandIn, answer, programs};
use accounting_programs::{AccountingProgram, Answered, ItemAnswer, ProgramFailure, ProgramKind};
use serde_json::{Value, json};
use std::sync::Mutex;
use testkit::accounting::{Books, documents, link};

fn books() -> Books {
    Books::with_secret("eyJ.x")
}

/// One that takes documents over and has them in its lists afterwards: those of a day, by pages.
fn kros() -> StandIn {
    let made = Mutex::new(Vec::<Value>::new());
    StandIn::new(move |request| {
        let mut made = made.lock().expect("what was made");
        let (head, body) = request.split_once("\r\n\r\n")?;
        if head.starts_with("POST ") {
            let said: Value = serde_json::from_str(body).ok()?;
            let id = made.len() + 1;
            made.push(json!({"id": id, "externalId": said["data"]["externalId"],
                "documentNumber": said["data"]["documentNumber"]}));
            return answer("202 Accepted", br#"{"requestId": "7"}"#);
        }
        let skip = head.split_once("Skip=")?.1.split(' ').next()?.parse().ok()?;
        // a page of others stands before ours
        let others = vec![json!({"id": 0, "externalId": null}); 100];
        let page: Vec<_> = others.iter().chain(&*made).skip(skip).take(100).collect();
        answer("200 OK", json!({"data": page}).to_string().as_bytes())
    })
}

#[tokio::test]
async fn what_is_taken_over_is_found_by_our_id() {
    let server = kros();
    let link = link(ProgramKind::Kros, &server.url);
    let (books, all) = (books(), documents(2));
    let none = programs().find(books.account(&link), &all).await.expect("an answer");
    assert_eq!(none, []);
    let said = programs().post(books.account(&link), &all[..1]).await.expect("an answer");
    let posting = all[0].posting;
    assert_eq!(said, [Answered { posting, answer: ItemAnswer::Taken }]);
    let found = programs().find(books.account(&link), &all).await.expect("an answer");
    let (id, number) = (Some("1".into()), Some("FA1".into()));
    let made = ItemAnswer::Created { id, number, note: None };
    assert_eq!(found, [Answered { posting, answer: made }]);
    let asked = server.asked();
    let posted = asked.iter().find(|request| request.starts_with("POST ")).expect("one");
    let (head, _) = posted.split_once("\r\n\r\n").expect("a head");
    assert!(head.starts_with("POST /api/invoices HTTP/1.1"), "{head}");
    assert!(head.to_lowercase().contains("authorization: bearer eyj.x"), "{head}");
    assert!(asked.iter().any(|request| request.contains("Skip=100")), "the second page");
}

#[tokio::test]
async fn what_it_says_is_told_from_what_it_does_not() {
    type Told = fn(&Result<Vec<Answered>, ProgramFailure>) -> bool;
    let refused: Told = |said| {
        let reason = ItemAnswer::Refused { reason: "Chýba názov".into() };
        said.as_ref().is_ok_and(|said| said[0].answer == reason)
    };
    let denied: Told = |said| matches!(said, Err(ProgramFailure::Denied(_)));
    let unclear: Told = |said| matches!(said, Err(ProgramFailure::Unclear(_)));
    let not_reached: Told = |said| matches!(said, Err(ProgramFailure::NotReached(_)));
    let taken: Told = |said| said.as_ref().is_ok_and(|said| said[0].answer == ItemAnswer::Taken);
    let errors = r#"{"errors": {"name": ["Chýba názov"]}}"#;
    for (status, body, is_right) in [
        ("400 Bad Request", errors, refused),
        ("402 Pay", "{}", denied),
        ("401 No", "{}", denied),
        ("409 Again", "{}", taken),
        ("429 Slow Down", "{}", not_reached),
        ("500 Oops", "{}", unclear),
        ("204 Nothing", "", unclear),
    ] {
        let server = StandIn::new(move |_| answer(status, body.as_bytes()));
        let link = link(ProgramKind::Kros, &server.url);
        let said = programs().post(books().account(&link), &documents(1)).await;
        assert!(is_right(&said), "{status}: {said:?}");
    }
}

#[tokio::test]
async fn a_list_without_our_ids_says_nothing() {
    for said in ["{}", r#"{"data": [{"id": 1}]}"#, "<html>"] {
        let server = StandIn::new(move |_| answer("200 OK", said.as_bytes()));
        let link = link(ProgramKind::Kros, &server.url);
        let found = programs().find(books().account(&link), &documents(1)).await;
        assert!(matches!(found, Err(ProgramFailure::Unclear(_))), "{said}: {found:?}");
    }
    let endless = StandIn::new(|_| {
        let full = vec![json!({"id": 1, "externalId": null}); 100];
        answer("200 OK", json!({"data": full}).to_string().as_bytes())
    });
    let link = link(ProgramKind::Kros, &endless.url);
    let found = programs().find(books().account(&link), &documents(1)).await;
    assert!(matches!(found, Err(ProgramFailure::Unclear(_))), "{found:?}");
    assert_eq!(endless.asked().len(), 20, "it ends");
}
