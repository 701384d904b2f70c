//! What a script and a person see of a page.

use super::{chromium::Tab, world::World};
use serde::Deserialize;
use serde_json::json;
use std::time::Duration;

/// Bytes of a page at most.
const MOST: u64 = 50_000;

/// How often a page is looked at again, a second later each time, that has faults.
const AGAIN: usize = 5;

/// What a script finds out about the page of a tab.
#[derive(Deserialize)]
struct Seen {
    violations: Vec<String>,
    width: u64,
    widest: String,
    bytes: u64,
    path: String,
    language: String,
}

const LOOK: &str = r#"
const [withColours, done] = arguments;
const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];
const node = it => `${it.target.join(" ")}: ${(it.failureSummary || "").slice(0, 300)}`;
const violation = it => `${it.id}: ${it.nodes.map(node).join(" | ")}`;
const root = document.documentElement;
const far = [...document.querySelectorAll("body *")].filter(it => it.getBoundingClientRect().right > innerWidth + 1);
const name = it => `${it.tagName} ${it.className || it.id} ${it.textContent.slice(0, 40)}`;
const frame = () => new Promise(requestAnimationFrame);
const rules = { "color-contrast": { enabled: withColours } };
const asked = { runOnly: { type: "tag", values: tags }, rules, resultTypes: ["violations"] };
frame().then(frame).then(() => axe.run(document, asked)).then(
  found => done({
    violations: found.violations.map(violation),
    width: root.scrollWidth,
    widest: far.slice(0, 3).map(name).join(" / "),
    bytes: performance.getEntriesByType("navigation")[0].decodedBodySize,
    path: location.pathname,
    language: root.lang,
  }),
  error => done({ violations: [`axe: ${error}`], width: 0, widest: "", bytes: 0, path: "", language: "" }),
);
"#;

/// How a page is looked at.
#[derive(Clone, Copy)]
pub struct Look {
    /// In pixels of CSS: a screen of 1280 that is zoomed to 200 % has 640.
    pub width: u32,
    pub zoom: u32,
    pub theme: &'static str,
    name: &'static str,
    /// Whether contrasts are measured, which takes longer than all else.
    colours: bool,
}

pub const WIDE: Look = Look { width: 1280, zoom: 1, theme: "light", name: "light", colours: true };
const NARROW: Look = Look { width: 320, zoom: 1, theme: "dark", name: "dark-320", colours: true };
/// In the colours of the wide one.
const ZOOMED: Look =
    Look { width: 640, zoom: 2, theme: "light", name: "zoomed-640", colours: false };

/// How a reader of a language looks: between the two of them in every way.
pub fn looks_of(language: &str) -> &'static [Look] {
    if language == "sk" { &[WIDE, NARROW] } else { &[ZOOMED] }
}

/// What is wrong with these pages.
pub async fn look_at(tab: &Tab, world: &World, pages: &[impl AsRef<str>]) -> Vec<String> {
    let mut faults = Vec::new();
    for page in pages {
        let page = page.as_ref();
        tab.open(&world.address(page)).await;
        faults.extend(look_here(tab, page, &world.path(page)).await);
    }
    tab.look(WIDE).await;
    faults
}

/// What is wrong with the page that is open: it is the one of this path.
pub async fn look_here(tab: &Tab, page: &str, path: &str) -> Vec<String> {
    let mut found = Vec::new();
    for look in looks_of(tab.language) {
        tab.look(*look).await;
        found.extend(faults_of(tab, path, look).await);
        keep_picture(tab, page, look.name).await;
    }
    found.extend(tab.complaints().await);
    found.into_iter().map(|fault| format!("{page} in {}: {fault}", tab.language)).collect()
}

/// For people to look at, where `BILLHOOK_SCREENSHOTS` names a folder.
async fn keep_picture(tab: &Tab, page: &str, look: &str) {
    let Some(folder) = std::env::var_os("BILLHOOK_SCREENSHOTS") else { return };
    let name = page.trim_matches('/').replace(['{', '}'], "").replace(['/', '?', '='], "-");
    let file = std::path::Path::new(&folder).join(format!("{name}.{look}.png"));
    std::fs::write(&file, tab.picture().await).expect("the folder of pictures");
}

/// A page hears of a new width and of darkness in its next frame, which may be late: a fault counts that stays.
async fn faults_of(tab: &Tab, path: &str, look: &Look) -> Vec<String> {
    let mut faults = faults_at_once(tab, path, look).await;
    for _ in 0..AGAIN {
        if faults.is_empty() {
            break;
        }
        tokio::time::sleep(Duration::from_secs(1)).await;
        faults = faults_at_once(tab, path, look).await;
    }
    faults
}

async fn faults_at_once(tab: &Tab, path: &str, look: &Look) -> Vec<String> {
    let seen = tab.script_later(LOOK, vec![json!(look.colours)]).await;
    let seen: Seen = serde_json::from_value(seen).expect("what the script saw");
    let mut faults = seen.violations;
    if seen.width > look.width.into() {
        faults.push(format!("{} wide at {}: {}", seen.width, look.width, seen.widest));
    }
    if seen.bytes > MOST {
        faults.push(format!("has {} bytes", seen.bytes));
    }
    // documents are in the language of their reader, who may be somebody else
    let is_own = ["/portal/", "/partner/", "/account", "/sign-in"].iter();
    if is_own.clone().any(|own| path.starts_with(own)) && seen.language != tab.language {
        faults.push(format!("speaks {}", seen.language));
    }
    if path.split('?').next() != Some(&*seen.path) {
        faults.push(format!("led to {}", seen.path));
    }
    faults
}
