//! Calls of one organization at whichever server runs.

use crate::binary::http;
use serde_json::Value;

/// The Slovak demo organization with its test key.
pub struct Calls {
    organization: Value,
}

impl Calls {
    pub fn new(seeded: &Value) -> Self {
        Self { organization: seeded["organizations"]["sk"].clone() }
    }

    /// The bytes of an answer that must be a success.
    pub fn bytes(&self, method: &str, url: String, body: &Value) -> Vec<u8> {
        let method = method.parse().expect("a method");
        let text = |name: &str| self.organization[name].as_str().expect(name).to_owned();
        let request = http().request(method, url).header("X-API-Key", text("test_key"));
        let request = request.header("X-Organization-Id", text("org_id"));
        let request = if body.is_null() { request } else { request.body(body.to_string()) };
        let answer = request.send().expect("an answer");
        let status = answer.status();
        let bytes = answer.bytes().expect("a body").to_vec();
        assert!(status.is_success(), "{status}: {}", String::from_utf8_lossy(&bytes));
        bytes
    }

    /// The same as JSON.
    pub fn call(&self, method: &str, url: String, body: &Value) -> Value {
        serde_json::from_slice(&self.bytes(method, url, body)).expect("JSON")
    }

    /// All pages of a list.
    pub fn all(&self, base_url: &str, path: &str) -> Vec<Value> {
        let (mut all, mut after) = (Vec::new(), String::new());
        loop {
            let url = format!("{base_url}{path}?limit=100{after}");
            let page = self.call("GET", url, &Value::Null);
            all.extend(page["data"].as_array().expect("a list").clone());
            match page["next_after"].as_str() {
                Some(next) => after = format!("&after={next}"),
                None => return all,
            }
        }
    }
}
