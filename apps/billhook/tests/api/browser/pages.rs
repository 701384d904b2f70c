use super::{chromium::Tab, world::World};
use serde::Deserialize;
use std::time::Duration;

/// Bytes of a page at most.
const MOST: u64 = 50_000;

/// All pages that nobody has to sign in for. `{…}` are names of the [`World`].
pub const BEFORE_SIGN_IN: &[&str] = &[
    "/",
    "/docs",
    "/docs/reference",
    "/i/{link}",
    "/claim/{claim}",
    "/sign-in",
    "/sign-in?consent={grant}",
    "/forgotten",
    "/reset/{reset}",
    "/invitation/{invitation}",
];

/// All others.
pub const AFTER_SIGN_IN: &[&str] = &[
    "/",
    "/account",
    "/account/second-factor",
    "/connections",
    "/members/organization/{sk}",
    "/consent/{grant}",
    "/portal/{sk}/test",
    "/portal/{sk}/live",
    "/portal/{sk}/test/search?q=Dunaj",
    "/portal/{sk}/test/invoices",
    "/portal/{sk}/test/invoices/new",
    "/portal/{sk}/test/invoices/{invoice}",
    "/portal/{sk}/test/invoices/{invoice}/edit",
    "/portal/{sk}/test/invoices/{invoice}/check",
    "/portal/{sk}/test/invoices/{draft}",
    "/portal/{sk}/test/invoices/{invoice}/trail",
    "/portal/{sk}/test/invoices/{invoice}/emails",
    "/portal/{sk}/test/expenses",
    "/portal/{sk}/test/expenses/new",
    "/portal/{sk}/test/expenses/{expense}",
    "/portal/{sk}/test/sends",
    "/portal/{sk}/test/sends/{send}",
    "/portal/{sk}/test/contracts",
    "/portal/{sk}/test/contracts/new",
    "/portal/{sk}/test/offsets",
    "/portal/{sk}/test/offsets/new",
    "/portal/{sk}/test/statements",
    "/portal/{sk}/test/statements/new",
    "/portal/{sk}/test/exports",
    "/portal/{sk}/test/exports/new",
    "/portal/{sk}/test/plan",
    "/portal/{sk}/test/settings",
    "/portal/{sk}/test/settings/company",
    "/portal/{sk}/test/settings/logo",
    "/portal/{sk}/test/settings/network",
    "/portal/{sk}/test/settings/numbering/invoice",
    "/portal/{sk}/test/settings/sending",
    "/portal/{sk}/test/settings/reminders",
    "/portal/{sk}/test/settings/responses",
    "/partner/{partner}/test",
    "/partner/{partner}/test/usage",
    "/partner/{partner}/test/keys",
    "/partner/{partner}/test/keys/new",
    "/partner/{partner}/test/webhooks",
    "/partner/{partner}/test/webhooks/new",
    "/portal/{sk}/test/customers",
    "/portal/{sk}/test/customers/new",
    "/portal/{sk}/test/customers/{customer}",
    "/portal/{sk}/test/accounts",
    "/portal/{sk}/test/accounts/new",
    "/portal/{sk}/test/keys",
    "/portal/{sk}/test/keys/new",
    "/portal/{sk}/live/keys/new",
    "/portal/{sk}/test/webhooks",
    "/portal/{sk}/test/webhooks/new",
    "/portal/{sk}/test/webhooks/{webhook}",
    "/portal/{sk}/test/webhooks/{webhook}/edit",
    "/portal/{sk_buyer}/test/received",
    "/portal/{sk_buyer}/test/received/{received}",
    "/portal/{sk_buyer}/test/received/{received}/respond",
];

/// What a script finds out about the page of a tab.
#[derive(Deserialize)]
struct Seen {
    violations: Vec<String>,
    width: u64,
    widest: String,
    bytes: u64,
    path: String,
}

const LOOK: &str = r#"
const done = arguments[arguments.length - 1];
const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];
const node = it => `${it.target.join(" ")}: ${(it.failureSummary || "").slice(0, 300)}`;
const violation = it => `${it.id}: ${it.nodes.map(node).join(" | ")}`;
const root = document.documentElement;
const far = [...document.querySelectorAll("body *")].filter(it => it.getBoundingClientRect().right > innerWidth + 1);
const name = it => `${it.tagName} ${it.className || it.id} ${it.textContent.slice(0, 40)}`;
axe.run(document, { runOnly: { type: "tag", values: tags }, resultTypes: ["violations"] }).then(
  found => done({
    violations: found.violations.map(violation),
    width: root.scrollWidth,
    widest: far.slice(0, 3).map(name).join(" / "),
    bytes: performance.getEntriesByType("navigation")[0].decodedBodySize,
    path: location.pathname,
  }),
  error => done({ violations: [`axe: ${error}`], width: 0, widest: "", bytes: 0, path: "" }),
);
"#;

/// What is wrong with these pages: light on a wide screen, and dark on a narrow one.
pub async fn look_at(tab: &Tab, world: &World, pages: &[&str]) -> Vec<String> {
    let mut faults = Vec::new();
    for page in pages {
        let address = world.address(page);
        tab.wide_and_light().await;
        tab.open(&address).await;
        let mut found = faults_of(tab, world, page, 1280).await;
        keep_picture(tab, page, "light").await;
        tab.narrow_and_dark().await;
        found.extend(faults_of(tab, world, page, 320).await);
        keep_picture(tab, page, "dark-320").await;
        found.extend(tab.complaints().await);
        faults.extend(found.into_iter().map(|fault| format!("{page}: {fault}")));
    }
    faults
}

/// For people to look at, where `BILLHOOK_SCREENSHOTS` names a folder.
async fn keep_picture(tab: &Tab, page: &str, look: &str) {
    let Some(folder) = std::env::var_os("BILLHOOK_SCREENSHOTS") else { return };
    let name = page.trim_matches('/').replace(['{', '}'], "").replace(['/', '?', '='], "-");
    let file = std::path::Path::new(&folder).join(format!("{name}.{look}.png"));
    std::fs::write(&file, tab.picture().await).expect("the folder of pictures");
}

/// A page hears of a new width and of darkness in its next frame, so that a fault counts that is still there then.
async fn faults_of(tab: &Tab, world: &World, page: &str, width: u64) -> Vec<String> {
    let faults = faults_at_once(tab, world, page, width).await;
    if faults.is_empty() {
        return faults;
    }
    tokio::time::sleep(Duration::from_secs(1)).await;
    faults_at_once(tab, world, page, width).await
}

async fn faults_at_once(tab: &Tab, world: &World, page: &str, width: u64) -> Vec<String> {
    let seen = tab.script_later(LOOK).await;
    let seen: Seen = serde_json::from_value(seen).expect("what the script saw");
    let mut faults = seen.violations;
    if seen.width > width {
        faults.push(format!("{} wide at {width}: {}", seen.width, seen.widest));
    }
    if seen.bytes > MOST {
        faults.push(format!("has {} bytes", seen.bytes));
    }
    let expected = world.path(page);
    if expected.split('?').next() != Some(&*seen.path) {
        faults.push(format!("led to {}", seen.path));
    }
    faults
}
