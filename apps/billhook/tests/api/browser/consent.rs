//! Consent is given to an application that leads on to another site. Chromium compares every hop behind a form with
//! the `form-action` of its page, and stays where it is when one of them is not named there: no HTTP client sees that.

use super::{
    chromium::Tab,
    listener::{listen, page, redirect},
    world::World,
};
use crate::{
    people::oauth::{App, VERIFIER},
    support::eventually,
};

/// Presses it with the keyboard's way: the browser checks the form as for a person.
const APPROVE: &str = "
const chosen = document.querySelector(`input[name=organization][value='${arguments[0]}']`);
chosen.checked = true;
document.querySelector('input[name=mode][value=test]').checked = true;
document.querySelector('button[value=approve]').click();
";

pub async fn leads_to_the_application(tab: &Tab, world: &World) {
    let landed = listen("127.0.0.1", |_| page("<!doctype html><title>app</title>"));
    let on = landed.clone();
    let first = listen("localhost", move |target| {
        let query = target.split_once('?').map_or("", |(_, query)| query);
        redirect(&format!("{on}/landed?{query}"))
    });
    let callback = format!("{first}/callback");
    let mut app = App::register(&world.server, "none").await;
    tab.complaints().await;
    let authorize = app.authorize(&[("redirect_uri", &callback)]);
    tab.open(&format!("{}{authorize}", world.server.base_url)).await;
    assert!(tab.address().await.contains("/consent/"), "{}", tab.address().await);
    tab.script(APPROVE, vec![world.name("sk").into()]).await;
    let arrived = eventually("the second hop", || async {
        let at = tab.address().await;
        at.starts_with(&landed).then_some(at)
    })
    .await;
    let query = arrived.split_once('?').expect("parameters for the application").1;
    let answer = oauth::Parameters::parse(query.as_bytes());
    assert_eq!(answer.required("iss"), Ok(&*world.server.base_url));
    assert_eq!(answer.required("state"), Ok("stav"));
    let complaints = tab.complaints().await;
    let policy = |line: &&String| line.contains("form-action") || line.contains("Content Security");
    assert_eq!(complaints.iter().find(policy), None);
    let form = [
        ("grant_type", "authorization_code"),
        ("code", answer.required("code").expect("a code")),
        ("redirect_uri", &callback),
        ("code_verifier", VERIFIER),
    ];
    app.post("/api/auth/oauth2/token", &form).await.expect(200);
}
