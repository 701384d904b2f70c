//! Forms that were refused come back as they were typed; ways that are none are said to be none.

use crate::{people::oauth::text, portal::session::Portal, support::*};
use serde_json::json;

on_both!(
    a_short_form_comes_back_open_with_what_was_typed,
    what_is_wrong_in_a_statement_is_said_in_slovak_at_its_file,
    what_cannot_be_changed_is_not_opened_for_changing,
    other_methods_are_refused_with_the_right_one,
);

async fn a_short_form_comes_back_open_with_what_was_typed(server: TestServer) {
    let id = server.sk().issue(&invoice()).await.created_id();
    let mut portal = Portal::open(&server).await;
    let payments = format!("/invoices/{id}/payments");
    for (amount, date) in [("9999", "2026-11-20"), ("veľa", "2026-11-20")] {
        let form = [("amount", amount), ("date", date), ("method", "cash"), ("note", "<x>")];
        let refused = portal.post(&payments, &form).await;
        let page = text(&refused);
        assert_eq!(refused.status, 422, "{page}");
        let details = page.split("<details").find(|it| it.contains(&payments)).expect("its form");
        assert!(details.split('>').next().is_some_and(|tag| tag.contains("open")), "{details}");
        assert!(details.contains(&format!("value=\"{amount}\"")), "{details}");
        assert!(details.contains("amount-fault"), "the fault stands at the amount: {details}");
        // the page, and not the address of the form, is where a change of language leads back to
        assert!(page.contains(&format!("name=\"back\" value=\"{}/invoices/{id}\"", portal.path)));
    }
    let kept = server.sk().get(&format!("/v1/agent/invoices/{id}")).await.expect(200);
    assert_eq!(kept["status"], "issued");
    let mail = [("email", "nikto"), ("language", "sk")];
    let refused = portal.post(&format!("/invoices/{id}/email"), &mail).await;
    let page = text(&refused);
    assert_eq!(refused.status, 422, "{page}");
    assert!(page.contains("value=\"nikto\"") && page.contains("email-fault"), "{page}");
}

async fn what_is_wrong_in_a_statement_is_said_in_slovak_at_its_file(server: TestServer) {
    let mut portal = Portal::open(&server).await;
    let file = "Dátum;Suma;IBAN\n21.11.2026;veľa;SK3112000000198742637541\n";
    let refused = portal.upload("/statements/new", "file", file).await;
    let page = text(&refused);
    assert_eq!(refused.status, 422, "{page}");
    let fault = page.split("id=\"f-file-fault\">").nth(1).and_then(|rest| rest.split('<').next());
    let fault = fault.unwrap_or_else(|| panic!("a fault of the file: {page}"));
    assert!(fault.starts_with("riadok 2, bunka 2 (Suma): musí byť suma"), "{fault}");
    assert_eq!(page.matches("riadok 2").count(), 1, "said once: {page}");
}

async fn what_cannot_be_changed_is_not_opened_for_changing(server: TestServer) {
    let sk = server.sk();
    let id = sk.issue(&invoice()).await.created_id();
    let mut portal = Portal::open(&server).await;
    let edit = format!("/invoices/{id}/edit");
    portal.page(&edit).await;
    portal.done(&format!("/invoices/{id}/cancel"), &[]).await;
    let refused = portal.get(&edit).await;
    let page = text(&refused);
    assert_eq!(refused.status, 409, "{page}");
    assert!(page.contains("stornovaná") && !page.contains("name=\"unit_price\""), "{page}");
    let locked = sk.issue(&invoice()).await.created_id();
    sk.post(&format!("/v1/agent/invoices/{locked}/lock"), &json!({})).await.expect(200);
    assert_eq!(portal.get(&format!("/invoices/{locked}/edit")).await.status, 409);
}

async fn other_methods_are_refused_with_the_right_one(server: TestServer) {
    let portal = Portal::open(&server).await;
    let invoices = format!("{}/invoices", portal.path);
    let issue = format!("{}/invoices/00000000-0000-7000-8000-000000000000/issue", portal.path);
    let both = format!("{}/customers/new", portal.path);
    for (path, allowed) in [
        (&*invoices, "GET, HEAD"),
        ("/", "GET, HEAD"),
        ("/docs", "GET, HEAD"),
        ("/account", "GET, HEAD"),
        (&*issue, "POST"),
        (&*both, "GET, HEAD, POST"),
    ] {
        for method in ["PUT", "OPTIONS", "DELETE", "PATCH"] {
            let method = reqwest::Method::from_bytes(method.as_bytes()).expect("a method");
            let url = format!("{}{path}", portal.browser.base);
            let answer =
                portal.browser.http.request(method.clone(), url).send().await.expect("sent");
            assert_eq!(answer.status(), 405, "{method} {path}");
            let allow = answer.headers().get("allow").and_then(|it| it.to_str().ok());
            let mut names: Vec<_> = allow.unwrap_or_default().split(", ").collect();
            names.sort_unstable();
            assert_eq!(names.join(", "), allowed, "{method} {path}");
        }
    }
}
