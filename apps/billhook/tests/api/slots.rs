//! What hangs or breaks in one place takes no slots from what goes elsewhere.

use crate::{as4::OneAddress, support::*};
use jobs::{JobFilter, JobQueue};
use peppol_connector::{
    ports::{AccessPoint, DeliveryError, Receipt},
    submissions::{OutgoingMessage, Trace},
};
use runtime::{
    config::Settings,
    networks::{Adapters, Networks},
};
use serde_json::json;
use std::sync::{
    Arc,
    atomic::{AtomicUsize, Ordering},
};
use tokio::net::TcpListener;

on_both!(
    a_mail_server_that_is_silent_keeps_no_document_waiting,
    an_attempt_that_panics_is_a_failure,
);

/// A server that takes connections and says nothing: where it is, and how many it has taken.
async fn silent_server() -> (String, Arc<AtomicUsize>) {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let url = format!("smtp://{}", listener.local_addr().expect("an address"));
    let taken = Arc::new(AtomicUsize::new(0));
    let counted = Arc::clone(&taken);
    tokio::spawn(async move {
        let mut held = Vec::new();
        while let Ok((stream, _)) = listener.accept().await {
            held.push(stream);
            counted.fetch_add(1, Ordering::SeqCst);
        }
    });
    (url, taken)
}

/// Of one company more mails wait than there are slots for all jobs together, and the mail server says nothing to any of
/// them; another company's document goes out meanwhile.
async fn a_mail_server_that_is_silent_keeps_no_document_waiting(engine: Engine) {
    let (mail_url, taken) = silent_server().await;
    let settings = Settings {
        mail_url: Some(mail_url),
        send_concurrency: Some(2),
        mail_concurrency: Some(2),
        job_concurrency: Some(2),
        report_concurrency: Some(2),
        ..settings()
    };
    let server = engine.serve(settings).await;
    let live = server.sk_live();
    for n in 0..10 {
        let mut customer = customer();
        customer["email"] = json!(format!("ucto{n}@zakaznik.example"));
        let id = live.issue(&invoice_with(json!({"customer": customer}))).await.created_id();
        let path = format!("/v1/agent/invoices/{id}/send-email");
        assert_eq!(live.post(&path, &json!({})).await.expect(200)["sent"], true);
    }
    eventually("all slots of mail are taken", || async {
        (taken.load(Ordering::SeqCst) >= 2).then_some(())
    })
    .await;
    let buyer = server.sk_buyer();
    let data = buyer.connector_data(&buyer.ubl("EXT-1").await, json!({})).await;
    buyer.document_in(&data["document_id"], "delivered").await;
    let mails = JobFilter { kind: Some("mail.invoice"), ..JobFilter::default() };
    let waiting = server.store().jobs(mails, None, 100).await.expect("jobs").rows;
    assert_eq!(waiting.len(), 10, "no mail has gone out meanwhile");
}

struct Panicking;

impl AccessPoint for Panicking {
    async fn deliver_noted(
        &self,
        _: &OutgoingMessage,
        _: Option<&str>,
        _: &[u8],
        _: &mut Trace,
    ) -> Result<Receipt, DeliveryError> {
        panic!("an access point that nobody expected");
    }

    async fn deliver_service_message(
        &self,
        _: &OutgoingMessage,
        _: &[u8],
        _: &mut Trace,
    ) -> Result<Receipt, DeliveryError> {
        panic!("an access point that nobody expected");
    }
}

async fn an_attempt_that_panics_is_a_failure(engine: Engine) {
    let server = engine.serve(Settings { work: Some(false), ..settings() }).await;
    let sk = server.sk();
    sk.connector_data(&sk.ubl("EXT-1").await, json!({})).await;
    let _broken = server.refitted(|app| {
        let adapters = Adapters::new(OneAddress::new("http://127.0.0.1:1"), Panicking);
        app.networks = Networks::new(adapters, None);
    });
    let store = server.store();
    let sends = JobFilter { kind: Some("peppol.send"), ..JobFilter::default() };
    let error = eventually("the panic is kept as an error", || async {
        let jobs = store.jobs(sends, None, 10).await.expect("jobs").rows;
        jobs.into_iter().find_map(|job| job.last_error.filter(|_| job.state.name() == "waiting"))
    })
    .await;
    assert!(error.contains("panicked") && error.contains("nobody expected"), "{error}");
}
