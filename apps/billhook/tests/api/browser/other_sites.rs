//! A page of somebody else posts our forms, with the token and whatever cookies the browser adds.

use super::{chromium::Tab, world::World};
use crate::support::eventually;
use serde_json::Value;
use std::{
    io::{Read, Write},
    net::TcpListener,
    thread,
};

/// An address at which a page posts a form by itself, once for each request.
fn elsewhere(host: &str, form: String) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = listener.local_addr().expect("an address");
    thread::spawn(move || {
        let Ok((mut stream, _)) = listener.accept() else { return };
        let _ = stream.read(&mut [0; 4096]);
        let head = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nConnection: close";
        let page = format!("{head}\r\nContent-Length: {}\r\n\r\n{form}", form.len());
        let _ = stream.write_all(page.as_bytes());
    });
    format!("http://{host}:{}/", address.port())
}

pub async fn change_nothing(tab: &Tab, world: &World) {
    let target = world.address("/portal/{sk}/test/invoices/{invoice}/cancel");
    tab.open(&world.address("/portal/{sk}/test/invoices")).await;
    let token = "return document.querySelector('input[name=form_token]').value";
    let token = tab.script(token, vec![]).await;
    let token = token.as_str().expect("the token of the session");
    let form = format!(
        "<!doctype html><title>evil</title><form method=post action='{target}'>\
         <input name=form_token value='{token}'></form><script>document.forms[0].submit()</script>"
    );
    // another port is the same site, whose cookies go along; another name is not, and none do
    for (host, is_refused) in [("127.0.0.1", true), ("localhost", false)] {
        tab.open(&elsewhere(host, form.clone())).await;
        let arrived = eventually("an answer", || async {
            let at = tab.address().await;
            at.starts_with(&world.server.base_url).then_some(at)
        })
        .await;
        assert_eq!(arrived == target, is_refused, "{host}: {arrived}");
        let path = format!("/v1/agent/invoices/{}", world.name("invoice"));
        let invoice: Value = world.server.sk().get(&path).await.expect(200);
        assert_eq!(invoice["status"], "issued", "{host}");
    }
    // the browser says what was refused
    let refused = tab.complaints().await;
    assert!(refused.iter().any(|line| line.contains("403")), "{refused:?}");
    // and the same form of a page of ours is taken
    tab.open(&target.replace("/cancel", "")).await;
    let press = "const form = document.querySelector('form[action$=\"/cancel\"]'); \
                 form.requestSubmit(form.querySelector('button'))";
    tab.script(press, vec![]).await;
    eventually("done", || async { tab.address().await.contains("done=cancelled").then_some(()) })
        .await;
}
