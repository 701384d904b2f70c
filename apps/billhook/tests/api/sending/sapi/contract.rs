//! The tests that the reconstructed OpenAPI file of SAPI-SK makes: each operation, and what it requires. That each answer has
//! a declared status and shape is looked at with each call of a program.

use super::{
    declared::{CONTRACT, Operation, operations},
    program::*,
};
use crate::support::*;
use serde_json::{Value, json};
use uuid::Uuid;

on_both!(
    every_operation_answers_as_the_contract_says,
    what_the_contract_requires_is_required,
    every_operation_that_needs_a_token_asks_for_one,
);

/// Two programs with a document between them.
pub struct Stage {
    pub sender: Program,
    receiver: Program,
    received: String,
    body: Value,
}

pub async fn stage(server: &TestServer) -> Stage {
    let sk = server.sk();
    let sender = Program::of(&sk, &server.base_url, SK).await;
    let receiver = Program::of(&server.sk_buyer(), &server.base_url, BUYER).await;
    let first = handed_over(&sk.ubl("C-1").await, "C-1", SK, BUYER);
    let sent = sender.send(&first).await.expect(202);
    sk.document_in(&sent["providerDocumentId"], "delivered").await;
    let page = receiver.get("/document/receive").await.expect(200);
    let received = page["documents"][0]["documentId"].as_str().expect("an id").to_owned();
    Stage { sender, receiver, received, body: handed_over(&sk.ubl("C-2").await, "C-2", SK, BUYER) }
}

impl Stage {
    /// A request of an operation that is right, with the program that makes it.
    pub fn right(&self, operation: &Operation) -> (&Program, String, Option<Value>) {
        let path = operation.path.replace("{documentId}", &self.received);
        let (program, body) = match operation.id() {
            "getToken" => (&self.sender, Some(self.sender.credentials.clone())),
            "renewToken" => (&self.sender, Some(json!({"refresh_token": self.sender.refresh}))),
            "revokeToken" => (&self.sender, Some(json!({"token": "unknown"}))),
            "tokenStatus" => (&self.sender, None),
            "sendDocument" => (&self.sender, Some(self.body.clone())),
            "listReceived" | "getReceived" | "acknowledgeReceived" => (&self.receiver, None),
            other => panic!("the contract has an operation {other}"),
        };
        (program, path, body)
    }
}

/// The headers of a right request.
pub fn headers(program: &Program, operation: &Operation) -> Vec<(&'static str, String)> {
    let mut headers = if operation.needs_token() { program.headers() } else { Vec::new() };
    if operation.headers().contains("Idempotency-Key") {
        headers.push(("Idempotency-Key", Uuid::now_v7().to_string()));
    }
    headers
}

fn bytes(body: Option<&Value>) -> Option<Vec<u8>> {
    body.map(|body| body.to_string().into_bytes())
}

async fn every_operation_answers_as_the_contract_says(server: TestServer) {
    let stage = stage(&server).await;
    let operations = operations();
    assert_eq!(operations.len(), 8);
    for operation in &operations {
        let (program, path, body) = stage.right(operation);
        let headers = headers(program, operation);
        let answer =
            program.call(operation.method.clone(), &path, &headers, bytes(body.as_ref())).await;
        let success = if operation.id() == "sendDocument" { 202 } else { 200 };
        assert_eq!(answer.status, success, "{}", operation.id());
        let unknown = path.replace(&stage.received, &Uuid::now_v7().to_string());
        if unknown != path {
            let answer = program.call(operation.method.clone(), &unknown, &headers, None).await;
            assert_eq!(answer.status, 404);
        }
    }
}

async fn what_the_contract_requires_is_required(server: TestServer) {
    let stage = stage(&server).await;
    let mut left_out = 0;
    for operation in &operations() {
        let (program, path, body) = stage.right(operation);
        let call = async |headers: &[(&'static str, String)], body: Option<&Value>| {
            let method = operation.method.clone();
            let answer = program.call(method, &path, headers, bytes(body)).await;
            match operation.declared["responses"]["400"].is_object() {
                true => assert_sapi_error(&answer, 400, "INVALID_REQUEST"),
                false => assert_sapi_error(&answer, 403, "PARTICIPANT_NOT_ALLOWED"),
            }
        };
        let all = headers(program, operation);
        for name in operation.headers() {
            let rest: Vec<_> = all.iter().filter(|(known, _)| *known != name).cloned().collect();
            assert!(rest.len() < all.len(), "{name} is sent by the program");
            assert_eq!(places(&call(&rest, body.as_ref()).await), [name]);
            left_out += 1;
        }
        for member in members(operation.body(), "").filter(|member| member.required) {
            let member = member.path;
            let mut less = body.clone().expect("a body");
            let (parent, name) = member.rsplit_once('/').expect("a pointer");
            let parent = less.pointer_mut(parent).expect("an object").as_object_mut();
            let taken = parent.expect("an object").remove(name);
            assert!(taken.is_some(), "{member} is in the right body");
            let error = call(&all, Some(&less)).await;
            assert_eq!(places(&error), [member[1..].replace('/', ".")]);
            left_out += 1;
        }
    }
    assert!(left_out >= 19, "only {left_out} headers and members were left out");
}

/// A member of a body.
pub struct Member {
    /// As a pointer into the body.
    pub path: String,
    /// What it can be.
    pub schema: &'static Value,
    /// Whether it and all that it stands in are required.
    pub required: bool,
}

/// The members of a schema, those within others first.
pub fn members(schema: &'static Value, at: &str) -> impl Iterator<Item = Member> {
    let mut all = Vec::new();
    collect(schema, at, true, &mut all);
    all.into_iter()
}

fn collect(schema: &'static Value, at: &str, within: bool, all: &mut Vec<Member>) {
    let schema = resolved(schema);
    for (name, of) in schema["properties"].as_object().into_iter().flatten() {
        let names = schema["required"].as_array().into_iter().flatten();
        let required = within && names.into_iter().any(|required| required == name);
        let path = format!("{at}/{name}");
        collect(of, &path, required, all);
        all.push(Member { path, schema: resolved(of), required });
    }
}

fn resolved(schema: &'static Value) -> &'static Value {
    match schema["$ref"].as_str() {
        Some(name) => CONTRACT.pointer(&name[1..]).expect("a schema"),
        None => schema,
    }
}

async fn every_operation_that_needs_a_token_asks_for_one(server: TestServer) {
    let stage = stage(&server).await;
    let mut asked = 0;
    for operation in operations().iter().filter(|operation| operation.needs_token()) {
        let (program, path, body) = stage.right(operation);
        for token in [None, Some("Bearer x".to_owned()), Some("Basic eDp5".to_owned())] {
            let mut headers = headers(program, operation);
            headers.retain(|(name, _)| *name != "Authorization");
            headers.extend(token.map(|token| ("Authorization", token)));
            let method = operation.method.clone();
            let answer = program.call(method, &path, &headers, bytes(body.as_ref())).await;
            assert_sapi_error(&answer, 401, "INVALID_TOKEN");
        }
        asked += 1;
    }
    assert_eq!(asked, 5);
}
