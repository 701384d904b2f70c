//! Reports to a tax authority that is another access point, and the statuses that come back from it.

use crate::{
    reporting::{
        stand_in::{Kept, StandIn},
        tax_reports::report_events,
    },
    sending::as4::{at_work, provider, receiver, receiving, reporting_to, status_of, taken},
    support::*,
};
use peppol_connector::identifiers::{InvoiceId, Network};
use peppol_messages::mls::ResponseCode::{self, Accepted, Rejected};
use runtime::as4::As4Endpoint;
use serde_json::{Value, json};
use tax_reports::{ReportAbout, Reporting, TaxReportStore};
use time::{OffsetDateTime, format_description::well_known::Rfc3339};
use uuid::Uuid;

on_both!(
    the_authority_s_statuses_decide_reports_that_went_over_as4,
    a_report_that_the_authority_s_access_point_refuses_has_failed,
);

/// Whom reports go to: it receives at a stand-in, which signs with `ap2`.
const AUTHORITY: &str = "0242:000002";

/// A document that was sent, and the id of its report, once the authority has that.
struct Sent {
    path: String,
    report: String,
}

async fn sent(sk: &Caller, server: &TestServer, number: &str) -> Sent {
    let data = sk.connector_data(&sk.ubl(number).await, json!({})).await;
    let invoice = data["invoice_id"].as_str().expect("an id");
    let path = format!("/v1/agent/peppol/status/{invoice}");
    let invoice = InvoiceId(invoice.parse().expect("an id"));
    let (store, of) = (server.store(), server.seeded.organizations.sk.org_id);
    let about = ReportAbout::Invoice(invoice, Network::Test);
    let report = eventually("a report that is sent", || async {
        let shown = fs_report(sk, &path).await;
        let kept = store.latest_report(of, about).await.expect("asked")?;
        (shown["state"] == "sent").then(|| kept.report.id.to_string())
    });
    Sent { path: path.clone(), report: report.await }
}

fn reporting() -> Reporting {
    Reporting { authority: AUTHORITY.parse().expect("an id"), provider: provider().id }
}

async fn fs_report(sk: &Caller, path: &str) -> Value {
    sk.get(path).await.expect(200)["data"]["fs_report"].clone()
}

async fn the_authority_s_statuses_decide_reports_that_went_over_as4(engine: Engine) {
    let (one, authority) = (engine.serve(at_work()).await, StandIn::start().await);
    let send = reporting_to(&authority.base_url, Some(reporting()));
    let sending = one.refitted(move |app| {
        send(app);
        app.as4 = As4Endpoint::new(vec![receiver(app, Network::Test, "ap1")]);
    });
    let sk = one.sk().at(&sending.base_url);
    let (first, second) = (sent(&sk, &one, "EXT/1").await, sent(&sk, &one, "EXT/2").await);
    let reports = authority.kept();
    let data: Vec<_> = reports.iter().filter(|one| one.document.contains("TaxData")).collect();
    assert_eq!(data.len(), 2, "each is reported once");
    for Kept { document, .. } in data {
        let parsed = xml::Parsed::read(document.as_bytes()).expect("XML");
        let report = billing_rules::validate(&parsed, &tax_data_document::TAX_DATA);
        assert!(report.is_valid(), "{document}");
        assert!(document.contains("<pxs:ReporterRole>C2</pxs:ReporterRole>"), "{document}");
    }
    let post_status = async |signer, provider, about: &str, response: ResponseCode| {
        taken(&sending.base_url, &status_of(signer, provider, about, response)).await;
    };

    // none of these is the authority's word on a report
    post_status("ap2", "000002", &Uuid::now_v7().to_string(), Rejected).await;
    post_status("ap2", "000002", "no message id", Rejected).await;
    post_status("ap1", "000001", &first.report, Rejected).await;
    post_status("ap1", "000002", &first.report, Rejected).await;
    for one in [&first, &second] {
        assert_eq!(fs_report(&sk, &one.path).await["state"], "sent");
    }

    post_status("ap2", "000002", &first.report, Rejected).await;
    let rejected = fs_report(&sk, &first.path).await;
    assert_eq!(rejected["state"], "rejected");
    let issue = json!({"code": "BV", "message": "the rule of the test (/Document)"});
    assert_eq!(rejected["issues"], json!([issue]));
    assert_eq!(fs_report(&sk, &second.path).await["state"], "sent");
    // the first decision stands
    post_status("ap2", "000002", &first.report, Accepted).await;
    post_status("ap2", "000002", &first.report, Rejected).await;
    assert_eq!(fs_report(&sk, &first.path).await, rejected);
    post_status("ap2", "000002", &second.report, Accepted).await;
    post_status("ap2", "000002", &second.report, Accepted).await;
    let accepted = fs_report(&sk, &second.path).await;
    assert_eq!((&accepted["state"], &accepted["issues"]), (&json!("accepted"), &json!([])));

    // the workers of the sending side have put both in the feed, in this order; a third would be behind them
    let events = report_events(&one, 2).await;
    let names: Vec<_> = events.iter().map(|event| event["event"].clone()).collect();
    let expected = ["peppol.document.fs_report_rejected", "peppol.document.fs_report_accepted"];
    assert_eq!(names, expected.map(Value::from));
    for (event, report) in events.iter().zip([&rejected, &accepted]) {
        assert_eq!(event["data"]["issues"], report["issues"]);
        // the clock of the test has an offset, which events keep
        assert_eq!(moment(&event["data"]["decidedAt"]), moment(&report["decidedAt"]));
    }
}

/// Nobody receives there as the authority.
async fn a_report_that_the_authority_s_access_point_refuses_has_failed(engine: Engine) {
    let (one, other) = (engine.serve(at_work()).await, engine.serve(at_work()).await);
    let receiving = other.refitted(receiving);
    let sending = one.refitted(reporting_to(&receiving.base_url, Some(reporting())));
    let sk = one.sk().at(&sending.base_url);
    let data = sk.connector_data(&sk.ubl("EXT/1").await, json!({})).await;
    let path = format!("/v1/agent/peppol/status/{}", data["invoice_id"].as_str().expect("an id"));
    let failed = eventually("a report that is given up", || async {
        let shown = fs_report(&sk, &path).await;
        (shown["state"] == "failed").then_some(shown)
    });
    let failed = failed.await;
    // nobody but the access point said why: there is no code of the authority
    let issues = failed["issues"].as_array().expect("issues");
    assert_eq!((issues.len(), &issues[0]["code"]), (1, &Value::Null), "{failed}");
    assert!(issues[0]["message"].as_str().is_some_and(|why| !why.is_empty()), "{failed}");
    assert_eq!(failed["decidedAt"], Value::Null);
    sk.document_in(&data["document_id"], "sent").await;
}

fn moment(text: &Value) -> OffsetDateTime {
    OffsetDateTime::parse(text.as_str().expect("text"), &Rfc3339).expect("a moment")
}
