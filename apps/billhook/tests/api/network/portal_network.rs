//! A company registers in the network, and gives the registration up, in the browser.

use crate::{people::oauth::text, portal::session::Portal, support::*};

on_both!(a_company_registers_and_gives_it_up, a_wrong_token_is_said_at_its_field);

async fn a_company_registers_and_gives_it_up(server: TestServer) {
    let mut portal = Portal::open(&server).await;
    assert!(portal.page("/settings").await.contains("/settings/network\""));
    let page = portal.page("/settings/network").await;
    assert!(
        page.contains(">registrovaná<") && page.contains("/settings/network/deactivate\""),
        "{page}"
    );
    assert!(!page.contains("verificationTokenHex"), "it is registered: {page}");
    portal.done("/settings/network/deactivate", &[]).await;
    let page = portal.page("/settings/network").await;
    assert!(page.contains(">odregistrovaná<") && page.contains("verificationTokenHex"), "{page}");
    let again = portal.done("/settings/network/enroll", &[("verificationTokenHex", "AB")]).await;
    assert_eq!(again, "/settings/network?done=saved");
    assert!(portal.page("/settings/network").await.contains(">registrovaná<"));
    // who receives elsewhere sends here, and is shown who receives
    portal.done("/settings/network/enroll", &[("verificationTokenHex", "000000000000beef")]).await;
    let page = portal.page("/settings/network").await;
    assert!(page.contains(">len odosiela<") && page.contains("Faktúry prijíma"), "{page}");
}

async fn a_wrong_token_is_said_at_its_field(server: TestServer) {
    let mut portal = Portal::open(&server).await;
    portal.done("/settings/network/deactivate", &[]).await;
    for token in ["000000000000dead", "nie je to token"] {
        let refused =
            portal.post("/settings/network/enroll", &[("verificationTokenHex", token)]).await;
        let page = text(&refused);
        assert_eq!(refused.status, 422, "{page}");
        assert!(page.contains("f-verificationTokenHex-fault"), "{page}");
        assert!(page.contains(&format!("value=\"{token}\"")), "what was typed stays: {page}");
    }
    // without an authority nobody is registered in production
    portal.path = portal.path.replace("/test", "/live");
    let page = portal.page("/settings/network").await;
    assert!(page.contains("verificationTokenHex"), "{page}");
    let wait = portal.post("/settings/network/enroll", &[("verificationTokenHex", "AB")]).await;
    assert_eq!(wait.status, 503, "{}", text(&wait));
    assert!(text(&wait).contains("prevádzkovateľ"), "{}", text(&wait));
}
