//! The reconstructed OpenAPI file of SAPI-SK, and whether an answer is one that it declares.

use super::schema::broken;
use crate::support::Answer;
use reqwest::Method;
use serde_json::{Value, json};
use std::{collections::BTreeSet, sync::LazyLock};

pub static CONTRACT: LazyLock<Value> = LazyLock::new(|| {
    let text = fixtures::text("peppol-network/sapi-sk.openapi.json");
    serde_json::from_str(&text).expect("the contract")
});

/// An operation of the contract.
pub struct Operation {
    pub path: &'static str,
    pub method: Method,
    pub declared: &'static Value,
}

pub fn operations() -> Vec<Operation> {
    let paths = CONTRACT["paths"].as_object().expect("paths");
    let mut all = Vec::new();
    for (path, item) in paths {
        for (method, declared) in item.as_object().expect("operations") {
            let method = method.to_uppercase().parse().expect("a method");
            all.push(Operation { path, method, declared });
        }
    }
    all
}

impl Operation {
    /// The one that a request is of.
    fn of(method: &Method, path: &str) -> Option<Self> {
        let asked: Vec<_> = path.split(['?']).next()?.split('/').collect();
        let is_it = |operation: &Operation| {
            let own: Vec<_> = operation.path.split('/').collect();
            let same = |(own, asked): (&&str, &&str)| own == asked || own.starts_with('{');
            operation.method == *method
                && own.len() == asked.len()
                && own.iter().zip(&asked).all(same)
        };
        operations().into_iter().find(is_it)
    }

    pub fn id(&self) -> &str {
        self.declared["operationId"].as_str().expect("an id")
    }

    pub fn needs_token(&self) -> bool {
        self.declared["security"] != json!([])
    }

    /// The headers that it requires.
    pub fn headers(&self) -> BTreeSet<&str> {
        let all = self.declared["parameters"].as_array().into_iter().flatten();
        let required = all.filter(|p| p["in"] == "header" && p["required"] == true);
        required.map(|p| p["name"].as_str().expect("a name")).collect()
    }

    /// The schema of its body.
    pub fn body(&self) -> &'static Value {
        &self.declared["requestBody"]["content"]["application/json"]["schema"]
    }

    #[track_caller]
    fn assert_declared(&self, answer: &Answer) {
        let status = answer.status.to_string();
        let declared = &self.declared["responses"][&status];
        let text = String::from_utf8_lossy(&answer.bytes);
        assert!(declared.is_object(), "{} does not declare {status}: {text}", self.id());
        let schema = &declared["content"]["application/json"]["schema"];
        if schema.is_object() {
            assert_shape(schema, answer, self.id());
        }
    }
}

/// An answer has a status that its operation declares, with the shape that is declared for it; an error has that of
/// errors, wherever it comes from.
#[track_caller]
pub fn assert_declared(method: &Method, path: &str, answer: &Answer) {
    if let Some(operation) = Operation::of(method, path) {
        operation.assert_declared(answer);
    }
    if answer.status >= 400 {
        assert_shape(&json!({"$ref": "#/components/schemas/SapiErrorEnvelope"}), answer, path);
    }
}

#[track_caller]
fn assert_shape(schema: &Value, answer: &Answer, at: &str) {
    let found = broken(&CONTRACT, schema, &answer.json(), at);
    let text = String::from_utf8_lossy(&answer.bytes);
    assert!(found.is_empty(), "{} {found:?}: {text}", answer.status);
}
