use super::pretty::pretty;
use crate::support::{Answer, Caller};
use fixtures::Redactions;
use reqwest::Method;
use serde_json::Value;

/// The blocks of one page.
#[derive(Default)]
pub struct Recording {
    pub redactions: Redactions,
    blocks: Vec<String>,
    /// Which headers of the callers are shown.
    pub shown: &'static [&'static str],
}

/// Headers of answers that are shown.
const ANSWERED: [&str; 3] = ["Deprecation", "Sunset", "Link"];

impl Recording {
    /// Makes a call and records it; answers its JSON.
    pub async fn call(&mut self, caller: &Caller, call: &str, body: Option<&str>) -> Value {
        let (method, path) = call.split_once(' ').expect("a method and a path");
        let method = Method::from_bytes(method.as_bytes()).expect("a method");
        let bytes = body.unwrap_or_default().as_bytes().to_vec();
        let answer = caller.send(method, path, bytes).await;
        let mut request = call.to_owned();
        for (name, value) in caller.headers() {
            match name {
                "X-API-Key" if value.starts_with("svc_pk_live_") => {
                    request.push_str("\nX-API-Key: svc_pk_live_…");
                }
                _ if self.shown.contains(&name) => request.push_str(&format!("\n{name}: {value}")),
                _ => {}
            }
        }
        if let Some(body) = body {
            request.push_str(&format!("\n\n{}", shortened(&pretty(body))));
        }
        self.block("http", &request);
        self.block("http", &said(&answer));
        answer.json()
    }

    /// Records anything else.
    pub fn block(&mut self, language: &str, text: &str) {
        let text = self.redactions.apply(text);
        self.blocks.push(format!("{language}\n{text}\n"));
    }

    /// Compares with the blocks of a page, or rewrites them.
    pub fn is(self, page: &str) {
        fixtures::assert_page(page, &self.blocks);
    }
}

/// An answer as a block.
pub fn said(answer: &Answer) -> String {
    let mut said = format!("HTTP/1.1 {}", answer.status);
    for name in ANSWERED {
        match answer.header(name) {
            "" => {}
            value => said.push_str(&format!("\n{name}: {value}")),
        }
    }
    let body = String::from_utf8(answer.bytes.clone()).expect("UTF-8");
    format!("{said}\n\n{}", shortened(&pretty(&body)))
}

/// Cuts base64 and long messages; a cursor is made of a time and an id.
fn shortened(text: &str) -> String {
    let lines = text.split('\n').map(|line| {
        cut(line, "\"xmlBase64\": \"", 24)
            .or_else(|| cut(line, "\"message\": \"", 160))
            .or_else(|| cut(line, "\"next_after\": \"", 0))
            .unwrap_or_else(|| line.to_owned())
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// The line with the text of this member cut to so many characters, if it is longer.
fn cut(line: &str, member: &str, longest: usize) -> Option<String> {
    let start = line.find(member)? + member.len();
    let text = &line[start..];
    let (at, _) = text.char_indices().nth(longest)?;
    let end = text.rfind('"').filter(|end| *end > at)?;
    Some(format!("{}{}…{}", &line[..start], &text[..at], &text[end..]))
}
