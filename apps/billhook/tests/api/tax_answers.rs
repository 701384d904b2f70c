//! Reports to a tax authority that is another access point.

use crate::{
    as4::{at_work, provider, receiving, reporting_to},
    support::*,
};
use serde_json::{Value, json};
use tax_reports::Reporting;

on_both!(a_report_that_the_authority_s_access_point_refuses_has_failed);

/// Whom reports go to.
const AUTHORITY: &str = "0242:000002";

fn reporting() -> Reporting {
    Reporting { authority: AUTHORITY.parse().expect("an id"), provider: provider().id }
}

async fn fs_report(sk: &Caller, path: &str) -> Value {
    sk.get(path).await.expect(200)["data"]["fs_report"].clone()
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
    assert_eq!((&failed["issues"], &failed["decidedAt"]), (&json!([]), &Value::Null));
    sk.document_in(&data["document_id"], "sent").await;
}
