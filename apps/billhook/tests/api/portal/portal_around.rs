//! What stands around the pages: the ways between portal, account and members, and back after signing in.

use crate::{
    people::{
        members::{post, signed_in},
        oauth::{Browser, hidden, text},
    },
    portal::session::Portal,
    support::*,
};

on_both!(
    account_and_members_are_linked,
    account_pages_lead_back_and_speak_both_languages,
    who_signs_in_again_is_back_at_the_page,
    all_other_sessions_end_with_one_button,
);

async fn account_and_members_are_linked(server: TestServer) {
    let mut portal = Portal::open(&server).await;
    let sk = server.seeded.organizations.sk.org_id;
    let members = format!("/members/organization/{sk}");
    let page = portal.page("/invoices").await;
    assert!(page.contains("<a href=\"/account\">"), "{page}");
    assert!(page.contains(&format!("<a href=\"{members}\">")), "{page}");
    let page = text(&portal.browser.get(&members).await);
    let back = format!("/portal/{sk}");
    assert!(page.contains(&format!("<a href=\"{back}\">")), "{page}");
    let led = portal.browser.get(&back).await;
    assert_eq!((led.status, led.header("location")), (303, &*portal.path));
    portal.page("").await;
}

async fn account_pages_lead_back_and_speak_both_languages(server: TestServer) {
    let mut portal = Portal::open(&server).await;
    let members = format!("/members/organization/{}", server.seeded.organizations.sk.org_id);
    for path in
        ["/account", "/account/password", "/account/second-factor", "/connections", &members]
    {
        let page = portal.browser.get(path).await;
        assert_eq!(hidden(&page, "back"), path);
        let page = text(&page);
        assert!(page.contains("Späť do portálu") && page.contains("href=\"/account\""), "{page}");
        assert!(page.contains("href=\"/portal"), "{page}");
    }
    let mut nobody = Browser::new(&server.base_url);
    for path in ["/sign-in", "/sign-in?next=%2Faccount", "/forgotten"] {
        assert_eq!(hidden(&nobody.get(path).await, "back"), path);
    }
    let chosen = nobody.post("/language", &[("language", "en"), ("back", "/sign-in")]).await;
    assert_eq!(chosen.header("location"), "/sign-in");
    let page = text(&nobody.get("/sign-in").await);
    assert!(page.contains("<html lang=\"en\">") && page.contains("Slovensky"), "{page}");
    // a page that is shown once has no way to another language
    let codes = text(&portal.browser.get("/invitation/unknown").await);
    assert!(!codes.contains("/language") && codes.contains("href=\"/portal\""), "{codes}");
}

async fn who_signs_in_again_is_back_at_the_page(server: TestServer) {
    let path = Portal::open(&server).await.path;
    let user = &server.seeded.user;
    let page = format!("{path}/invoices?status=paid&number=1%2F2");
    let mut browser = Browser::new(&server.base_url);
    let led = browser.get(&page).await;
    let sign_in = led.header("location").to_owned();
    let shown = browser.get(&sign_in).await;
    assert_eq!(hidden(&shown, "next"), page.replace('&', "&#38;"));
    let token = hidden(&shown, "form_token");
    let form = [("form_token", &*token), ("next", &*page), ("email", &*user.email)];
    let wrong = browser.post("/sign-in", &[&form[..], &[("password", "wrong")]].concat()).await;
    assert_eq!((wrong.status, hidden(&wrong, "next")), (401, page.replace('&', "&#38;")));
    let form = [&form[..], &[("password", &*user.password)]].concat();
    let right = browser.post("/sign-in", &form).await;
    assert_eq!((right.status, right.header("location")), (303, &*page));
    assert_eq!(browser.get(&page).await.status, 200);
    // who is signed in already goes on at once
    assert_eq!(browser.get(&sign_in).await.header("location"), page);
    // what was posted is not asked for
    let mut nobody = Browser::new(&server.base_url);
    let posted = nobody.post(&format!("{path}/invoices/new"), &[]).await;
    assert_eq!(posted.header("location"), "/sign-in");
    for evil in ["//evil.example", "https://evil.example/account", "/\\evil.example", "/sign-out"] {
        let url = reqwest::Url::parse_with_params("http://a/sign-in", [("next", evil)]);
        let url = url.expect("an address");
        let led = browser.get(&format!("/sign-in?{}", url.query().expect("a query"))).await;
        assert_eq!(led.header("location"), "/portal", "{evil}");
        let token = hidden(&nobody.get("/sign-in").await, "form_token");
        let form = [
            ("form_token", &*token),
            ("next", evil),
            ("email", &*user.email),
            ("password", &*user.password),
        ];
        let mut stranger = Browser::new(&server.base_url);
        std::mem::swap(&mut stranger, &mut nobody);
        assert_eq!(stranger.post("/sign-in", &form).await.header("location"), "/portal", "{evil}");
    }
}

async fn all_other_sessions_end_with_one_button(server: TestServer) {
    let mut here = signed_in(&server).await;
    let others = [signed_in(&server).await, signed_in(&server).await];
    let page = "/account/sessions/end-others";
    let ended = post(&mut here, "/account", page, &[]).await;
    assert_eq!((ended.status, ended.header("location")), (303, "/account"));
    for mut other in others {
        assert_eq!(other.get("/account").await.status, 303, "it has ended");
    }
    let account = text(&here.get("/account").await);
    assert!(account.contains("tento") && !account.contains(page), "nobody else is left: {account}");
}
