//! The headers that every answer has, or every answer of a status, stand in the document.

use super::document;

#[test]
fn every_answer_names_the_headers_that_it_has() {
    let document = document();
    let mut answers = 0;
    for (path, item) in document["paths"].as_object().expect("paths") {
        for operation in item.as_object().expect("an item").values() {
            for (status, answer) in operation["responses"].as_object().expect("answers") {
                let named = |header: &str| answer["headers"].get(header).is_some();
                let shown = format!("{} {status}", operation["operationId"]);
                assert!(named("X-Request-Id"), "{shown}");
                let is_agent = path.starts_with("/v1/agent");
                assert_eq!(named("Server-Timing"), is_agent, "{shown}");
                let challenges = status == "401" || status == "403" && is_agent;
                assert_eq!(named("WWW-Authenticate"), challenges, "{shown}");
                let passes = ["429", "503"].contains(&status.as_str());
                assert_eq!(named("Retry-After"), passes, "{shown}");
                answers += 1;
            }
        }
    }
    assert!(answers > 900, "{answers}");
    let described = &document["components"]["headers"]["X-Request-Id"]["description"];
    assert!(described.as_str().is_some_and(|it| !it.is_empty()), "{described}");
}

#[test]
fn what_is_handed_out_as_it_came_may_be_of_any_type() {
    let document = document();
    for (path, types) in [
        (
            "/v1/agent/invoices/{id}/attachments/{attachmentId}",
            vec!["*/*", "application/octet-stream"],
        ),
        (
            "/v1/agent/peppol/received/{id}/attachments/{number}",
            vec!["*/*", "application/octet-stream"],
        ),
        (
            "/v1/agent/exports/{id}/files/{name}",
            vec!["application/octet-stream", "application/xml", "application/zip", "text/csv"],
        ),
    ] {
        let content = &document["paths"][path]["get"]["responses"]["200"]["content"];
        let mut named: Vec<_> = content.as_object().expect("types").keys().collect();
        named.sort();
        assert_eq!(named, types, "{path}");
    }
}
