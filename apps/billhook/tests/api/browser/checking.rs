//! The page `/validate`: the browser judges a file, shows it, and sends it nowhere.

use super::{chromium::Tab, look::look_here, world::World};
use crate::support::eventually;
use billing_rules::{Options, Parsed, RuleSet, report_with};
use serde_json::{Value, json};
use std::{env, fs, path::PathBuf, process};

/// What a document was said to be: the badge, the findings, the release, the document's number.
const SAID: &str = "
const text = it => it ? it.innerText : '';
return {
  badge: text(document.querySelector('#answer .badge')),
  rules: [...document.querySelectorAll('.findings h3')].map(it => it.firstChild.textContent),
  facts: [...document.querySelectorAll('#answer > section .facts dd')].map(text),
  paper: text(document.querySelector('.paper h3')),
  lines: document.querySelectorAll('.paper .lines tbody tr').length,
};";

pub async fn judges_what_it_is_given(tab: &Tab, world: &World) -> Vec<String> {
    let path = "/validate";
    tab.open(&world.address(path)).await;
    let good = fixtures::text("documents/ubl/invoice.xml");
    let amount = "<cbc:PayableAmount currencyID=\"EUR\">";
    let bad = good.replacen(amount, &format!("{amount}9"), 1);
    let marked = good.replacen("<cbc:ID>", "<cbc:ID>&lt;b&gt;", 1);
    let mut faults = Vec::new();
    for (name, text, rules) in [
        ("good", &good, &[][..]),
        ("bad", &bad, &["BR-CO-16"][..]),
        ("marked", &marked, &[][..]),
        ("broken", &"<Invoice>".to_owned(), &["guard-well-formed"][..]),
    ] {
        let said = judged(tab, name, text).await;
        let found = said["rules"].as_array().expect("rules").iter().filter_map(Value::as_str);
        assert_eq!(found.map(str::trim).collect::<Vec<_>>(), rules, "{name}: {said}");
        assert_eq!(said["facts"][1], in_force(), "{name}: {said}");
        let is_shown = said["lines"].as_u64().is_some_and(|lines| lines > 0);
        assert_eq!(is_shown, name != "broken", "{name}: {said}");
        assert_eq!(said["paper"].as_str().is_some_and(|it| it.contains("<b>")), name == "marked");
        faults.extend(look_here(tab, &format!("{path} {name}"), path).await);
    }
    explains_a_rule(tab, &bad).await;
    sends_nothing(tab).await;
    faults
}

/// The release that speaks today.
fn in_force() -> &'static str {
    let today = service_day::date(time::OffsetDateTime::now_utc());
    let document = Parsed::read(b"<Invoice/>");
    report_with(&document, RuleSet::PeppolUbl, Options::on(today)).official().version
}

/// Chooses a file as a person does, and waits for the verdict on it.
async fn judged(tab: &Tab, name: &str, text: &str) -> Value {
    let file = file(name, tab.language);
    fs::write(&file, text).expect("a file");
    tab.script("document.querySelector('#file').focus()", vec![]).await;
    tab.type_in(file.to_str().expect("UTF-8")).await;
    let name = file.file_name().and_then(|name| name.to_str()).expect("a name").to_owned();
    eventually(&name, || async {
        let state = tab.script("return document.querySelector('#state').innerText", vec![]).await;
        state.as_str().is_some_and(|it| it.starts_with(&name)).then_some(())
    })
    .await;
    fs::remove_file(&file).expect("the file");
    tab.script(SAID, vec![]).await
}

fn file(name: &str, language: &str) -> PathBuf {
    env::temp_dir().join(format!("billhook-{}-{language}-{name}.xml", process::id()))
}

async fn explains_a_rule(tab: &Tab, bad: &str) {
    judged(tab, "explained", bad).await;
    let open = "document.querySelector('.findings details:last-child').open = true";
    tab.script(open, vec![]).await;
    let link = "return document.querySelector('.findings details a')?.href ?? ''";
    eventually("the rule's page", || async {
        let link = tab.script(link, vec![]).await;
        link.as_str().is_some_and(|it| it.starts_with("https://")).then_some(())
    })
    .await;
}

/// The browser itself refuses, whatever a script would send.
async fn sends_nothing(tab: &Tab) {
    let send = "
const done = arguments[arguments.length - 1];
fetch(arguments[0], { method: 'POST', body: 'an invoice' }).then(() => done('sent'), () => done('refused'));";
    for place in ["/", "/validate", "https://example.com/"] {
        assert_eq!(tab.script_later(send, vec![json!(place)]).await, "refused", "{place}");
    }
    let refused = tab.complaints().await;
    assert!(refused.iter().all(|line| line.contains("Content Security Policy")), "{refused:?}");
}
