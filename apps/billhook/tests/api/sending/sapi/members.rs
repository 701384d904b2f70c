//! The members of every body of the contract: of another type, null, none of the values that it knows, and too long.

use super::{
    contract::{Member, Stage, headers, members, stage},
    declared::{Operation, operations},
    program::*,
};
use crate::support::*;
use serde_json::{Value, json};

on_both!(
    a_member_of_another_type_is_refused_by_its_name,
    a_member_with_another_value_is_refused_by_its_name,
    a_member_that_is_too_long_is_refused_or_known_to_nobody,
);

impl Stage {
    /// The answer to a request that is right but for one member.
    async fn answer(&self, operation: &Operation, member: &Member, value: &Value) -> Answer {
        let (program, path, body) = self.right(operation);
        let headers = headers(program, operation);
        let mut body = body.expect("a body");
        let (parent, name) = member.path.rsplit_once('/').expect("a pointer");
        body.pointer_mut(parent).expect("an object")[name] = value.clone();
        let bytes = body.to_string().into_bytes();
        program.call(operation.method.clone(), &path, &headers, Some(bytes)).await
    }
}

impl Member {
    fn field(&self) -> String {
        self.path[1..].replace('/', ".")
    }

    /// What is said of another type.
    fn expected(&self) -> &'static str {
        match self.schema["type"].as_str() {
            Some("string") => "must be a string",
            Some("object") => "must be an object",
            other => panic!("the contract has a member of the type {other:?}"),
        }
    }

    /// Values of other types. Arrays are no objects whose members have lost their names.
    fn of_other_types(&self) -> Vec<Value> {
        let other = if self.schema["type"] == "object" { json!("x") } else { json!({}) };
        vec![json!(7), json!(-1.5), json!(true), json!([]), json!(["a", "b", "c"]), other]
    }

    fn is_bounded(&self) -> bool {
        ["enum", "format", "pattern"].iter().any(|name| !self.schema[name].is_null())
    }
}

/// The whole error: nothing beside it is said.
#[track_caller]
fn assert_wrong(answer: &Answer, (status, code): (u16, &str), field: &str, issue: &str) {
    let mut body = assert_sapi_error(answer, status, code);
    let error = body["error"].as_object_mut().expect("an object");
    error.remove("correlation_id");
    let expected = json!({"error": {
        "category": "VALIDATION",
        "code": code,
        "message": format!("{field} {issue}"),
        "details": [{"field": field, "issue": issue}],
        "retryable": false,
    }});
    assert_eq!(body, expected);
}

const INVALID: (u16, &str) = (400, "INVALID_REQUEST");

async fn a_member_of_another_type_is_refused_by_its_name(server: TestServer) {
    let stage = stage(&server).await;
    let mut tried = 0;
    for operation in &operations() {
        for member in members(operation.body(), "") {
            for value in member.of_other_types() {
                let answer = stage.answer(operation, &member, &value).await;
                assert_wrong(&answer, INVALID, &member.field(), member.expected());
                tried += 1;
            }
            if member.required {
                let answer = stage.answer(operation, &member, &Value::Null).await;
                assert_wrong(&answer, INVALID, &member.field(), "is required");
                tried += 1;
            }
        }
    }
    assert!(tried >= 120, "only {tried} values were tried");
}

async fn a_member_with_another_value_is_refused_by_its_name(server: TestServer) {
    let stage = stage(&server).await;
    let mut tried = Vec::new();
    for operation in &operations() {
        for member in members(operation.body(), "").filter(Member::is_bounded) {
            let answer = stage.answer(operation, &member, &json!("none of the contract")).await;
            let (status, code) = match &*member.field() {
                "payloadEncoding" => (422, "UNSUPPORTED_ENCODING"),
                _ => INVALID,
            };
            let error = assert_sapi_error(&answer, status, code);
            assert_eq!(places(&error), [member.field()]);
            tried.push(member.field());
        }
    }
    tried.sort();
    let bounded = [
        "checksum",
        "grant_type",
        "grant_type",
        "metadata.creationDateTime",
        "payloadEncoding",
        "payloadFormat",
    ];
    assert_eq!(tried, bounded);
}

/// A payload that is too long is 413 (`input.rs`).
async fn a_member_that_is_too_long_is_refused_or_known_to_nobody(server: TestServer) {
    let stage = stage(&server).await;
    let long = json!("9".repeat(5_000));
    let mut tried = 0;
    for operation in &operations() {
        for member in members(operation.body(), "") {
            let field = member.field();
            let expected = match &*field {
                "metadata" | "payload" => continue,
                "client_id" | "client_secret" => (401, "SAPI-AUTH-001"),
                "refresh_token" => (401, "INVALID_TOKEN"),
                // no token that is unknown is an error of its end, nor what it is said to be
                "token" | "token_type_hint" => {
                    stage.answer(operation, &member, &long).await.expect(200);
                    continue;
                }
                "payloadEncoding" => (422, "UNSUPPORTED_ENCODING"),
                _ => INVALID,
            };
            let error = assert_sapi_error(
                &stage.answer(operation, &member, &long).await,
                expected.0,
                expected.1,
            );
            let named = places(&error);
            assert!(expected.0 == 401 || named == [&*field], "{error}");
            assert!(error.to_string().len() < 1_000, "{error}");
            tried += 1;
        }
    }
    assert_eq!(tried, 15, "members of the contract");
}
