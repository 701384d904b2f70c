//! The lines of curl in the guides are right: they are read from the Markdown and sent to the service.

use crate::support::*;
use billhook::{commands::SeededOrganization, interfaces};
use reqwest::Method;
use serde_json::{Value, json};
use std::{collections::BTreeMap, fs, path::PathBuf};

/// Guides, and whether their lines belong to the company that has received something.
const GUIDES: [(&str, bool); 7] = [
    ("quick-start", false),
    ("numbering", false),
    ("sending", false),
    ("receiving", true),
    ("webhooks", false),
    ("going-live", false),
    ("errors", false),
];

fn guide(language: &str, name: &str) -> String {
    page(&format!("guides/{language}/{name}.md"))
}

/// A page of `docs`.
fn page(name: &str) -> String {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../docs").join(name);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The fenced blocks of a page: their language and text.
fn blocks(page: &str) -> Vec<(&str, &str)> {
    let fenced = page.split("```").skip(1).step_by(2);
    fenced.map(|block| block.split_once('\n').expect("a language")).collect()
}

#[test]
fn the_guides_of_both_languages_have_the_same_lines() {
    for (name, _) in GUIDES {
        assert_eq!(blocks(&guide("en", name)), blocks(&guide("sk", name)), "{name}");
    }
}

/// What verifies a signature is in `docs/webhooks.md`, where it is tried.
#[test]
fn what_verifies_a_signature_is_the_code_that_is_tested() {
    let page = page("webhooks.md");
    let guide = guide("en", "webhooks");
    for (language, begins) in [("python", "def verify("), ("javascript", "function verify(")] {
        let (_, code) = *blocks(&guide).iter().find(|(of, _)| *of == language).expect(language);
        let verify = &code[code.find(begins).expect(begins)..];
        assert!(page.contains(verify.trim_end()), "{language}");
    }
}

#[test]
fn links_into_the_reference_and_to_guides_lead_somewhere() {
    let document = interfaces::openapi_document().expect("a document");
    let document: Value = serde_json::from_str(&document).expect("JSON");
    let items = document["paths"].as_object().expect("paths").values();
    let operations: Vec<_> = items
        .flat_map(|item| item.as_object().expect("an item").values())
        .map(|one| {
            format!("{}/{}", one["tags"][0].as_str().unwrap(), one["operationId"].as_str().unwrap())
        })
        .collect();
    for (language, (name, _)) in ["en", "sk"].into_iter().flat_map(|it| GUIDES.map(|of| (it, of))) {
        let page = guide(language, name);
        for link in page.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
            let is_there = match link.strip_prefix("/docs/reference#/") {
                Some(operation) => operations.iter().any(|known| known == operation),
                None => {
                    let of_guide = link.strip_prefix(&*format!("/docs/guides/{language}/"));
                    ["/docs/reference", "/docs/sandbox"].contains(&link)
                        || GUIDES.iter().any(|(known, _)| Some(*known) == of_guide)
                }
            };
            assert!(is_there, "{language}/{name}: {link}");
        }
    }
}

#[tokio::test]
async fn the_lines_of_the_guides_do_what_they_say() {
    let server = Engine::Sqlite.serve(settings()).await;
    let o = &server.seeded.organizations;
    let sent = server.sk().connector_data(&server.sk().ubl("2026-0417").await, json!({})).await;
    server.sk().document_in(&sent["document_id"], "delivered").await;
    for (name, is_received) in GUIDES {
        let of = if is_received { &o.sk_buyer } else { &o.sk };
        Shell::of(&server, of).run_page(name, &guide("en", name)).await;
    }
    let export = blocks_without_files(&page("exports.md"));
    Shell::of(&server, &o.sk).run_page("exports", &export).await;
}

/// A page up to the block that takes files, which are there only when the job has run.
fn blocks_without_files(page: &str) -> String {
    page.split("```sh").take(2).collect::<Vec<_>>().join("```sh")
}

/// The lines of a shell: what is quoted may go over several.
fn whole_lines(text: &str) -> Vec<String> {
    let (mut whole, mut is_open) = (Vec::<String>::new(), false);
    for line in text.lines() {
        match whole.last_mut().filter(|_| is_open) {
            Some(last) => last.push_str(&format!("\n{line}")),
            None => whole.push(line.to_owned()),
        }
        is_open = whole.last().is_some_and(|line| words(line, &Shell::default()).is_none());
    }
    whole
}

/// What a shell knows.
#[derive(Default)]
struct Shell {
    values: BTreeMap<String, String>,
    files: BTreeMap<String, Vec<u8>>,
    /// The last answer, where it is JSON.
    answer: Value,
}

impl Shell {
    fn of(server: &TestServer, company: &SeededOrganization) -> Self {
        let mut shell = Self::default();
        let mut set = |name: &str, value: &str| shell.values.insert(name.into(), value.into());
        set("BASE", &server.base_url);
        set("KEY", &company.test_key);
        set("ORG", &company.org_id.to_string());
        shell
    }

    /// Every line of shell of a page.
    async fn run_page(&mut self, name: &str, page: &str) {
        for (_, lines) in blocks(page).iter().filter(|(of, _)| *of == "sh") {
            for line in whole_lines(&lines.replace("\\\n", " ")) {
                self.run(name, &line).await;
            }
        }
    }

    /// `sed "s/OLD/NEW/g" FROM > TO`.
    fn sed(&mut self, guide: &str, words: &[String]) {
        let [script, from, _, to] = words else { panic!("{guide}: sed {words:?}") };
        let parts: Vec<_> = script.split('/').collect();
        let ["s", old, new, "g"] = parts[..] else { panic!("{guide}: sed {script}") };
        let text = String::from_utf8(self.files[from].clone()).expect("a text");
        assert!(text.contains(old), "{guide}: {from} has no {old}");
        self.files.insert(to.clone(), text.replace(old, new).into_bytes());
    }

    async fn run(&mut self, guide: &str, line: &str) {
        if let Some(call) = line.strip_prefix("sed ") {
            let words = words(call, self).unwrap_or_else(|| panic!("{guide}: {line}"));
            return self.sed(guide, &words);
        }
        if let Some(call) = line.strip_prefix("curl ") {
            let words = words(call, self).unwrap_or_else(|| panic!("{guide}: {line}"));
            return self.curl(guide, words).await;
        }
        let (name, value) = line.split_once('=').unwrap_or_else(|| panic!("{guide}: {line}"));
        if let Some((_, member)) = value.split_once("# ") {
            let pointer = format!("/{}", member.trim().replace('.', "/"));
            let found = self.answer.pointer(&pointer).and_then(Value::as_str);
            let found = found.unwrap_or_else(|| panic!("{guide}: {line}: {}", self.answer));
            self.values.insert(name.to_owned(), found.to_owned());
        }
        assert!(self.values.contains_key(name), "{guide}: {line}");
    }

    async fn curl(&mut self, guide: &str, words: Vec<String>) {
        let (mut method, mut url, mut file, mut body) = (Method::GET, None, None, None);
        let mut headers = Vec::new();
        let mut words = words.into_iter();
        while let Some(word) = words.next() {
            let mut value = || words.next().expect("a value of an option");
            match &*word {
                "-s" => {}
                "-X" => method = value().parse().expect("a method"),
                "-H" => headers.push(value()),
                "-o" => file = Some(value()),
                "--json" => (method, body) = (Method::POST, Some(value())),
                _ => url = Some(word),
            }
        }
        let url = url.expect("an address");
        let client = http().build().expect("a client");
        let mut request = client.request(method.clone(), &url);
        for header in &headers {
            let (name, value) = header.split_once(": ").expect("a header");
            request = request.header(name, value);
        }
        if let Some(body) = body {
            serde_json::from_str::<Value>(&body).unwrap_or_else(|e| panic!("{guide}: {e} {body}"));
            request = request.header("Content-Type", "application/json").body(body);
        }
        let answer = request.send().await.expect("an answer");
        let status = answer.status();
        let bytes = answer.bytes().await.expect("a body").to_vec();
        let text = String::from_utf8_lossy(&bytes);
        assert!(status.is_success(), "{guide}: {method} {url}: {status} {text}");
        self.answer = serde_json::from_slice(&bytes).unwrap_or_default();
        file.map(|name| self.files.insert(name, bytes));
    }
}

/// The words of a line, as a shell reads them; none while a quote is open.
fn words(line: &str, shell: &Shell) -> Option<Vec<String>> {
    let (mut words, mut word) = (Vec::new(), None::<String>);
    let (mut quote, mut rest) = (None, line);
    while let Some(c) = rest.chars().next() {
        let mut length = c.len_utf8();
        match (quote, c) {
            (None, c) if c.is_whitespace() => words.extend(word.take()),
            (None, '\'' | '"') => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            (Some(open), c) if open == c => quote = None,
            (Some('"'), '\\') => {
                let escaped = rest[1..].chars().next()?;
                length += escaped.len_utf8();
                word.get_or_insert_default().push(escaped);
            }
            (None | Some('"'), '$') => {
                let (value, of) = expanded(&rest[1..], shell)?;
                length += of;
                word.get_or_insert_default().push_str(&value);
            }
            (_, c) => word.get_or_insert_default().push(c),
        }
        rest = &rest[length..];
    }
    words.extend(word);
    quote.is_none().then_some(words)
}

/// What stands for the text after a dollar, and how long that is.
fn expanded(text: &str, shell: &Shell) -> Option<(String, usize)> {
    if let Some(command) = text.strip_prefix("(base64 -w0 ") {
        let (file, _) = command.split_once(')')?;
        let bytes = shell.files.get(file).map(Vec::as_slice).unwrap_or_default();
        return Some((base64(bytes), "(base64 -w0 ".len() + file.len() + 1));
    }
    let length = text.chars().take_while(char::is_ascii_uppercase).count();
    Some((shell.values.get(&text[..length]).cloned().unwrap_or_default(), length))
}
