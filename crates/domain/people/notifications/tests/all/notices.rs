//! Every notice as its reader sees it, text and HTML: golden files, to be looked at in a browser.

use notifications::{
    AccountLinks, AppConnection, Claim, ContractStuck, EmailContent, EndpointDisabled, Link,
    MemberInvitation, SeatsUnpaid, account_changed, app_connected, app_disconnected,
    claim_confirmation, contract_stuck, endpoint_disabled, member_invitation, password_reset,
    seats_unpaid,
};
use time::{
    OffsetDateTime,
    macros::{date, datetime},
};

const AT: OffsetDateTime = datetime!(2026-11-21 17:35 UTC);
/// A name that wants to be more than a name.
const EVIL: &str = "Píla & <b onmouseover=\"alert(1)\">syn</b>, s. r. o.";

fn link(path: &str) -> Link {
    Link::parse(&format!("https://billhook.example/{path}/dGhlIHNlY3JldA?a=1&b='2'"))
        .expect("a link")
}

fn notices() -> [(&'static str, EmailContent); 9] {
    let app = AppConnection {
        app: EVIL,
        host: "app.example",
        organization: EVIL,
        scopes: "openid invoice:read",
        is_live: true,
        at: AT,
        page: "https://billhook.example/connections",
    };
    let invitation = MemberInvitation {
        group: EVIL,
        inviter: "jana@pila.example",
        role: ("účtovník", "accountant"),
        link: &link("invitation"),
        until: AT,
    };
    let claim = Claim { organization: EVIL, partner: EVIL, link: &link("claim"), until: Some(AT) };
    let endpoint = EndpointDisabled {
        url: "https://hooks.example/a?b=<c>&d",
        at: AT,
        failed: 15,
        request: "PATCH /v1/agent/webhooks/0193 {\"enabled\":true}",
    };
    let stuck = ContractStuck {
        contract: EVIL,
        customer: EVIL,
        period: date!(2026 - 11 - 01),
        invoice: Some("2026/0001"),
        reason: "the customer has no <address>",
        request: "GET /v1/agent/contracts/0193",
    };
    let unpaid = SeatsUnpaid { used: 3, seats: 2, price: 20, page: &link("plan") };
    let changed = ("Zapli ste druhý faktor.", "A second factor was turned on.");
    let (password, account, connections) =
        (link("forgotten"), link("account"), link("connections"));
    let account =
        AccountLinks { password: &password, account: &account, connections: &connections };
    [
        ("password_reset", password_reset(&link("reset"), AT)),
        ("account_changed", account_changed(changed, &account)),
        ("member_invitation", member_invitation(&invitation)),
        ("app_connected", app_connected(&app)),
        ("app_disconnected", app_disconnected(&app)),
        ("claim_confirmation", claim_confirmation(&claim)),
        ("endpoint_disabled", endpoint_disabled(&endpoint)),
        ("contract_stuck", contract_stuck(&stuck)),
        ("seats_unpaid", seats_unpaid(&unpaid)),
    ]
}

#[test]
fn notices_are_as_they_were_read() {
    for (name, content) in notices() {
        let text = format!("Subject: {}\n\n{}", content.subject.as_str(), content.text.as_str());
        fixtures::assert_golden(&format!("mail/{name}.txt"), &text);
        let html = content.html.expect("HTML");
        fixtures::assert_golden(&format!("mail/{name}.html"), html.as_str());
    }
}

#[test]
fn every_notice_has_both_languages_and_forms() {
    for (name, content) in notices() {
        let subject = content.subject.as_str();
        assert!(subject.contains(" / "), "{name}: {subject}");
        let html = content.html.as_ref().expect("HTML").as_str();
        assert!(html.contains("<div lang=\"sk\"") && html.contains("<div lang=\"en\""), "{name}");
        assert!(!html.contains("<b ") && !html.contains("<script"), "{name}: {html}");
        for elsewhere in ["<img", "src=", "url(", "@import", "<link"] {
            assert!(!html.contains(elsewhere), "{name} loads nothing: {elsewhere}");
        }
        // a link of the text is a button, and stands below it as text, in both languages
        let links = content.text.as_str().lines().filter(|line| line.starts_with("https://b"));
        for link in links {
            let link = link.replace('&', "&amp;");
            assert_eq!(html.matches(&format!(">{link}</a>")).count(), 2, "{name}: {html}");
        }
    }
}
