//! Every example of a request in the OpenAPI document can be sent as it stands, and what the document shows as
//! the answer of an operation is what it answers. What examples name by an id is put in place before, because
//! no document can know it.

mod answers;
mod session;
mod world;

use crate::{people::oauth, support::*};
use answers::Answers;
use billhook::interfaces;
use world::World;

on_both!(every_example_can_be_sent);

/// What a body says that has no example of JSON: it is sent by tests of its own.
const NO_JSON: &[&str] = &["post /v1/agent/bank-statements"];

/// What a browser is sent to with a page, and answers nothing to look at.
const FOR_BROWSERS: &[&str] = &["authorize"];

async fn every_example_can_be_sent(server: TestServer) {
    let text = interfaces::openapi_document().expect("a document");
    let mut world = World::new(&server, serde_json::from_str(&text).expect("JSON"));
    let mut answers = Answers::read(&server.base_url);
    world.fill(&server, &mut answers).await;
    for (method, path) in world.operations(true) {
        let name = format!("{method} {path}");
        let Some(example) = world.example(&method, &path) else {
            assert!(NO_JSON.contains(&name.as_str()), "{name} has a body without an example");
            continue;
        };
        let (to, example) = (world.place(&method, &path).await, world.named(example).await);
        let answer = world.send(&method, &to, &example).await;
        let text = String::from_utf8_lossy(&answer.bytes);
        assert!(answer.status < 300, "{name} with {example}: {} {text}", answer.status);
        answers.keep(&world.id_of(&method, &path), &answer);
    }
    // what answers look like is recorded on one engine: the other gives the same ones
    if server.is_postgres() {
        return;
    }
    for (method, path) in world.operations(false) {
        let id = world.id_of(&method, &path);
        let has_no_pdf = cfg!(not(feature = "pdf")) && path.ends_with("/pdf");
        if has_no_pdf || FOR_BROWSERS.contains(&&*id) || path.ends_with("/userinfo") {
            continue;
        }
        let to = world.place(&method, &path).await;
        let answer = world.call(&method, &to).await;
        let text = String::from_utf8_lossy(&answer.bytes);
        assert!(answer.status < 300, "{id} at {to}: {} {text}", answer.status);
        answers.keep(&id, &answer);
    }
    let on_the_way = oauth::answers_on_the_way(&server).await;
    for (id, answer) in on_the_way.into_iter().chain(session::answers_on_the_way(&server).await) {
        answers.keep(id, &answer);
    }
    answers.finish();
}
