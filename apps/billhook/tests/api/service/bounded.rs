//! What one caller asks for leaves room for the others.

use crate::support::*;
use serde_json::{Value, json};
use tokio::{io::AsyncWriteExt, net::TcpStream};

on_both!(
    stalled_connections_leave_a_customer_its_room,
    a_public_link_is_opened_so_often_a_minute,
    #[cfg_attr(not(feature = "pdf"), ignore = "the feature pdf is off")]
    a_burst_of_pdfs_is_made_in_turn,
    a_received_document_fills_no_list,
    unknown_keys_are_looked_for_so_often_a_minute,
);

fn link(server: &TestServer, invoice: &Value) -> String {
    let url = invoice["public_url"].as_str().expect("a link");
    format!("{}/i/{}", server.base_url, url.rsplit('/').next().expect("a token"))
}

/// Fifty connections announce the largest body, send 300 kB of it and are silent: of nobody, of unknown keys, of another
/// company. A customer's ten megabytes are taken all the same.
async fn stalled_connections_leave_a_customer_its_room(engine: Engine) {
    let server = engine.serve(settings()).await;
    let address = server.base_url.strip_prefix("http://").expect("an address").to_owned();
    let headers = |caller: &Caller| -> String {
        caller.headers().map(|(name, value)| format!("{name}: {value}\r\n")).collect()
    };
    let unknown = server.sk().with_key(Some(&format!("svc_test_{}", "x".repeat(43))));
    let stalling = [
        ("/as4", String::new()),
        ("/sapi/auth/token", String::new()),
        ("/sign-in", String::new()),
        ("/v1/agent/invoices", headers(&unknown)),
        ("/v1/agent/invoices", headers(&server.sk_buyer())),
    ];
    let mut held = Vec::new();
    for (path, headers) in stalling.iter().cycle().take(50) {
        let mut stream = TcpStream::connect(&address).await.expect("connected");
        let head =
            format!("POST {path} HTTP/1.1\r\nHost: x\r\n{headers}Content-Length: 16078168\r\n\r\n");
        stream.write_all(head.as_bytes()).await.expect("sent");
        // who is answered before all of it has come may be hung up on
        let _ = stream.write_all(&vec![b'x'; 300_000]).await;
        held.push(stream);
    }
    let sk = server.sk();
    let note = "x".repeat(10 * 1024 * 1024);
    let answer = sk.post("/v1/agent/invoices", &invoice_with(json!({"note": note}))).await;
    assert_error(&answer, 400, "VALIDATION_ERROR");
    // what is small is taken too, of a customer and of somebody who signs in
    sk.issue(&invoice()).await.expect(201);
    drop(held);
}

async fn a_public_link_is_opened_so_often_a_minute(engine: Engine) {
    let mut settings = settings();
    settings.link_rate_per_minute = Some(3);
    let server = engine.serve(settings).await;
    let sk = server.sk();
    let url = link(&server, &sk.issue(&invoice()).await.expect(201));
    let http = http().build().expect("a client");
    let get = async |url: &str| http.get(url).send().await.expect("an answer");
    let pdf = format!("{url}/pdf");
    for url in [&url, &pdf, &url] {
        let built = cfg!(feature = "pdf") || *url != pdf;
        assert_eq!(get(url).await.status(), if built { 200 } else { 501 });
    }
    for (url, content) in [(&url, "text/html"), (&pdf, "application/json")] {
        let limited = get(url).await;
        assert_eq!(limited.status(), 429);
        let header = |name: &str| limited.headers()[name].to_str().expect("text").to_owned();
        assert!((1..=60).contains(&header("retry-after").parse::<u32>().expect("seconds")));
        assert!(header("content-type").starts_with(content), "{content}");
    }
    // another link has a window of its own, and so has the key
    let other = link(&server, &sk.issue(&invoice()).await.expect(201));
    assert_eq!(get(&other).await.status(), 200);
    // what is no link is not counted
    for _ in 0..5 {
        assert_eq!(get(&format!("{}/i/{}", server.base_url, "A".repeat(86))).await.status(), 404);
    }
}

async fn unknown_keys_are_looked_for_so_often_a_minute(engine: Engine) {
    let mut settings = settings();
    settings.unknown_key_rate_per_minute = Some(3);
    let server = engine.serve(settings).await;
    let sk = server.sk();
    sk.get("/v1/agent/invoices").await.expect(200);
    let unknown =
        |n: u32| sk.clone().with_key(Some(&format!("svc_test_{}", n.to_string().repeat(43))));
    for n in 1..=3 {
        assert_error(&unknown(n).get("/v1/agent/invoices").await, 401, "UNAUTHORIZED");
    }
    for caller in [unknown(4), server.sk_buyer()] {
        let limited = caller.get("/v1/agent/invoices").await;
        assert_error(&limited, 429, "RATE_LIMITED");
        assert!((1..=60).contains(&limited.header("retry-after").parse::<u32>().expect("seconds")));
    }
    // who works already goes on, at the same address
    sk.get("/v1/agent/invoices").await.expect(200);
    // what is no key at all is not looked for
    assert_error(&sk.clone().with_key(None).get("/v1/agent/invoices").await, 401, "UNAUTHORIZED");
}

async fn a_burst_of_pdfs_is_made_in_turn(server: TestServer) {
    let url = link(&server, &server.sk().issue(&invoice()).await.expect(201)) + "/pdf";
    let http = http().build().expect("a client");
    let burst = (0..100).map(|_| async {
        let answer = http.get(&url).send().await.expect("an answer");
        let status = answer.status().as_u16();
        let retry = answer.headers().get("retry-after").is_some();
        (status, retry, answer.bytes().await.expect("a body"))
    });
    let answers = futures_util::future::join_all(burst).await;
    let made: Vec<_> = answers.iter().filter(|(status, ..)| *status == 200).collect();
    assert!(made.len() > 50, "{}", made.len());
    assert!(made.iter().all(|(_, _, bytes)| *bytes == made[0].2), "the same bytes");
    for (status, retry, _) in answers.iter().filter(|(status, ..)| *status != 200) {
        assert_eq!((*status, *retry), (503, true));
    }
    let later = http.get(&url).send().await.expect("an answer");
    assert_eq!(later.bytes().await.expect("a body"), made[0].2, "it was kept");
}

/// A name that no rule bounds is cut when it is read, in the list and in the event alike.
async fn a_received_document_fills_no_list(server: TestServer) {
    let (sk, buyer) = (server.sk(), server.sk_buyer());
    let own = "Tatranská píla s. r. o.";
    let xml = sk.ubl("EXT-1").await;
    let long = xml.replacen(
        &format!("<cbc:RegistrationName>{own}</cbc:RegistrationName>"),
        &format!("<cbc:RegistrationName>{}</cbc:RegistrationName>", "ž".repeat(400_000)),
        1,
    );
    assert_ne!(long, xml, "the name is in its place");
    let data = sk.connector_data(&long, json!({})).await;
    sk.document_in(&data["document_id"], "delivered").await;
    let list = buyer.get("/v1/agent/peppol/received").await;
    assert!(list.bytes.len() < 4_000, "{}", list.bytes.len());
    let name = list.expect(200)["data"][0]["sender_name"].as_str().expect("a name").to_owned();
    assert_eq!(name, "ž".repeat(300));
    let partner = server.demo_partner();
    eventually("the event", || async {
        let feed = partner.get("/v1/agent/events").await;
        assert!(feed.bytes.len() < 20_000, "{}", feed.bytes.len());
        let feed = feed.expect(200);
        let events = feed["data"].as_array().expect("events").clone();
        let name = |event: &Value| event["payload"]["event"].clone();
        events.iter().any(|event| name(event) == "peppol.document.received").then_some(())
    })
    .await;
}
