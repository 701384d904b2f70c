//! PDFs that were handed out.

use crate::build::{NOW, id};
use crate::contract::{
    StoreUnderTest,
    setup::{kind, organization},
};
use access::{OrganizationId, Tier};
use invoicing::{
    InvoiceId,
    files::{HandedOutPdf, PdfLog},
};
use time::Duration;

fn pdf(invoice: InvoiceId, byte: u8, seconds: i64) -> HandedOutPdf {
    HandedOutPdf {
        invoice,
        sha256: [byte; 32],
        size: 40_000 + u64::from(byte),
        renderer: format!("a renderer, version {byte}"),
        language: "sk".into(),
        tier: if byte.is_multiple_of(2) { Tier::Test } else { Tier::Live },
        at: NOW + Duration::seconds(seconds),
    }
}

pub async fn a_pdf_is_logged_once(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let (one, other) = (organization(store).await, organization(store).await);
    let invoice = InvoiceId(id());
    let (later, first) = (pdf(invoice, 2, 9), pdf(invoice, 1, 3));
    for handed_out in [&later, &first, &pdf(invoice, 1, 60)] {
        store.keep_pdf(one, handed_out).await.expect("kept");
    }
    let found = store.handed_out_pdfs(one, invoice).await.expect("read");
    assert_eq!(found, [first.clone(), later], "the first time of each");
    assert_eq!(store.handed_out_pdfs(one, InvoiceId(id())).await.expect("read"), []);
    assert_eq!(store.handed_out_pdfs(other, invoice).await.expect("read"), [], "another's");
    // two organizations may have handed out the same bytes
    let copy = HandedOutPdf { at: NOW, ..first.clone() };
    store.keep_pdf(other, &copy).await.expect("kept");
    let found = store.who_handed_out(&[1; 32]).await.expect("read");
    assert_eq!(found, [(other, copy), (one, first)]);
    assert_eq!(store.who_handed_out(&[9; 32]).await.expect("read"), []);
    let nobody = store.keep_pdf(OrganizationId(id()), &pdf(invoice, 3, 0)).await;
    assert_eq!(kind(&nobody), "not found");
}
