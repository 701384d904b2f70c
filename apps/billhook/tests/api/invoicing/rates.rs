//! Exchange rates: the caller's, the central bank's, or none; never a failed or slow request.

use crate::support::*;
use runtime::config::Settings;
use serde_json::{Value, json};
use std::{
    io::{Read, Write},
    net::TcpListener,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    thread,
    time::{Duration, Instant},
};

on_both!(
    the_bank_s_rate_of_the_tax_point_is_used_and_kept,
    czech_rates_are_turned_round,
    the_caller_s_rate_wins,
    a_silent_bank_means_null_soon,
);

const ECB: &str = r#"<gesmes:Envelope xmlns:gesmes="http://www.gesmes.org/xml/2002-08-01" xmlns="http://www.ecb.int/vocabulary/2002-08-01/eurofxref"><Cube><Cube time="2026-11-20"><Cube currency="USD" rate="1.0832"/></Cube><Cube time="2026-11-12"><Cube currency="USD" rate="1.0777"/></Cube></Cube></gesmes:Envelope>"#;
const CNB: &str = "20.11.2026 #225\nzemě|měna|množství|kód|kurz\nEMU|euro|1|EUR|25,000\nMaďarsko|forint|100|HUF|6,250\n";

/// A server that gives both banks' files, and counts what it was asked.
fn banks() -> (String, Arc<AtomicUsize>) {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = listener.local_addr().expect("an address");
    let asked = Arc::new(AtomicUsize::new(0));
    let counter = asked.clone();
    thread::spawn(move || {
        for stream in listener.incoming() {
            let Ok(mut stream) = stream else { return };
            counter.fetch_add(1, Ordering::SeqCst);
            let mut head = [0; 4096];
            let read = stream.read(&mut head).unwrap_or(0);
            let is_cnb = String::from_utf8_lossy(&head[..read]).contains("denni_kurz");
            let body = if is_cnb { CNB } else { ECB };
            let _ = write!(
                stream,
                "HTTP/1.1 200 OK\r\nContent-Length: {}\r\nConnection: close\r\n\r\n{body}",
                body.len()
            );
        }
    });
    (format!("http://{address}/"), asked)
}

fn with_banks(address: &str) -> Settings {
    Settings {
        exchange_rates: Some(true),
        ecb_url: Some(address.to_owned()),
        cnb_url: Some(address.to_owned()),
        // the bank of the test answers, on a busy machine late
        rate_timeout_ms: Some(60_000),
        clock: Some("2026-11-21T12:00:00Z".to_owned()),
        clock_force: Some(true),
        ..settings()
    }
}

fn in_currency(currency: &str, delivered: &str) -> Value {
    invoice_with(
        json!({"currency": currency, "delivery_date": delivered, "issue_date": "2026-11-21"}),
    )
}

async fn the_bank_s_rate_of_the_tax_point_is_used_and_kept(engine: Engine) {
    let (address, asked) = banks();
    let asked = &asked;
    let server = engine.serve(with_banks(&address)).await;
    let sk = server.sk();
    for (delivered, rate) in [
        ("2026-11-20", json!("1.0832")),
        // a Saturday: the last one published before
        ("2026-11-21", json!("1.0832")),
        ("2026-11-13", json!("1.0777")),
    ] {
        let body = sk.issue(&in_currency("USD", delivered)).await.expect(201);
        assert_eq!(body["exchange_rate"], rate, "{delivered}");
        let id = body["id"].as_str().expect("id");
        let shown = sk.get(&format!("/v1/agent/invoices/{id}")).await.expect(200);
        assert_eq!(shown["exchange_rate"], rate);
    }
    let before = asked.load(Ordering::SeqCst);
    sk.issue(&in_currency("USD", "2026-11-20")).await.expect(201);
    assert_eq!(asked.load(Ordering::SeqCst), before, "kept in the database");
}

async fn czech_rates_are_turned_round(engine: Engine) {
    let (address, _) = banks();
    let server = engine.serve(with_banks(&address)).await;
    let cz = server.cz();
    // 25 CZK for 1 EUR: 0.04 EUR for one crown; 6.25 CZK for 100 HUF: 16 HUF for one crown
    for (currency, rate) in [("EUR", "0.04"), ("HUF", "16")] {
        let body = cz.issue(&in_currency(currency, "2026-11-20")).await.expect(201);
        assert_eq!(body["exchange_rate"], rate);
    }
}

async fn the_caller_s_rate_wins(server: TestServer) {
    let request = invoice_with(json!({"currency": "USD", "exchange_rate": "1.08320000"}));
    let body = server.sk().issue(&request).await.expect(201);
    assert_eq!(body["exchange_rate"], "1.0832");
}

async fn a_silent_bank_means_null_soon(engine: Engine) {
    let silent = TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = format!("http://{}/", silent.local_addr().expect("an address"));
    let mut settings = with_banks(&address);
    settings.rate_timeout_ms = Some(300);
    let server = engine.serve(settings).await;
    let began = Instant::now();
    let body = server.sk().issue(&in_currency("USD", "2026-11-20")).await.expect(201);
    assert_eq!(body["exchange_rate"], Value::Null);
    assert!(began.elapsed() < Duration::from_secs(20), "{:?}", began.elapsed());
}
