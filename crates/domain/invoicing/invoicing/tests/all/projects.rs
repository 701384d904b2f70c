//! The project that an invoice or a note belongs to, and its code as project reference (BT-11).

use crate::advances::{paid, settling};
use invoicing::{
    InvoiceRequest, InvoiceType, IssuingRecords, ViolationKind,
    recording::{AnyDocument, OriginalInvoice},
    records::NamedProject,
    terms::{HeaderTexts, Term},
};
use money::Currency;
use persistence::ids::ProjectId;
use rust_decimal::dec;
use testkit::invoices::*;
use uuid::Uuid;
use vat_categories::VatRate;

const ONE: ProjectId = ProjectId(Uuid::from_u128(0xC1));
const OTHER: ProjectId = ProjectId(Uuid::from_u128(0xC2));

fn with(project: Option<(ProjectId, bool)>) -> IssuingRecords {
    let named = |(id, is_in_use)| NamedProject { id, code: "P-1".into(), is_in_use };
    IssuingRecords { project: project.map(named), ..slovak() }
}

fn of(project: Option<ProjectId>) -> InvoiceRequest {
    InvoiceRequest { project_id: project.map(Some), ..request() }
}

/// The project, and what the document says of it.
fn told(request: &InvoiceRequest, records: &IssuingRecords) -> (Option<ProjectId>, Option<String>) {
    let document = issued(request, records, "1");
    (document.project_id, document.texts.project_reference)
}

#[test]
fn an_issued_document_tells_the_code_of_its_project() {
    let used = with(Some((ONE, true)));
    assert_eq!(told(&of(Some(ONE)), &used), (Some(ONE), Some("P-1".into())));
    assert_eq!(told(&of(None), &used), (None, None));
    let own = HeaderTexts::one(Term::ProjectReference, "ich 7");
    let own = InvoiceRequest { texts: own, ..of(Some(ONE)) };
    assert_eq!(told(&own, &used), (Some(ONE), Some("ich 7".into())));
    let draft = InvoiceRequest { draft: Some(true), ..of(Some(ONE)) };
    assert_eq!(told(&draft, &used), (Some(ONE), None), "it may still go to another project");
}

#[test]
fn a_new_document_names_a_project_in_use() {
    for (records, kind) in [
        (with(None), ViolationKind::NotFound),
        (with(Some((OTHER, true))), ViolationKind::NotFound),
        (with(Some((ONE, false))), ViolationKind::Invalid),
    ] {
        let found = checked(&of(Some(ONE)), &records).expect_err("refused");
        assert_eq!((found.as_slice().len(), &*found.as_slice()[0].field), (1, "project_id"));
        assert_eq!(found.common_kind(), kind);
    }
}

#[test]
fn a_note_belongs_to_the_project_of_its_original() {
    let original = |project_id| OriginalInvoice {
        project_id,
        ..original(InvoiceType::Invoice, Currency::Eur)
    };
    let note = |project_id| {
        let original = self::original_id();
        InvoiceRequest {
            invoice_type: Some(InvoiceType::CreditNote),
            original_invoice_id: Some(original),
            ..of(project_id)
        }
    };
    let records = |project, of| IssuingRecords { original: Some(original(of)), ..with(project) };
    // its project may be closed by now
    let closed = records(Some((ONE, false)), Some(ONE));
    for asked in [None, Some(ONE)] {
        assert_eq!(told(&note(asked), &closed), (Some(ONE), Some("P-1".into())), "{asked:?}");
    }
    let another = records(Some((OTHER, true)), Some(ONE));
    assert_eq!(told(&note(Some(OTHER)), &another), (Some(OTHER), Some("P-1".into())));
    let out_of_use = records(Some((OTHER, false)), Some(ONE));
    assert_eq!(refused_at(&note(Some(OTHER)), &out_of_use), ["project_id"]);
    assert_eq!(told(&note(None), &records(None, None)), (None, None));
    let none = InvoiceRequest { project_id: Some(None), ..note(None) };
    assert_eq!(told(&none, &closed), (None, None), "it says that it belongs to none");
}

#[test]
fn what_settles_advances_belongs_to_their_project() {
    let advance = |project_id| {
        let mut advance = paid(InvoiceType::Invoice, &[(dec!(100), VatRate::TwentyThree)]);
        let AnyDocument::Issued(document) = &mut advance.document else { panic!("recorded") };
        document.project_id = project_id;
        advance
    };
    let of_advances = |projects: &[Option<ProjectId>], project_id| {
        let advances: Vec<_> = projects.iter().map(|it| advance(*it)).collect();
        let (request, records) = settling(
            InvoiceType::FinalInvoice,
            &[(dec!(1000), VatRate::TwentyThree)],
            &advances.iter().collect::<Vec<_>>(),
        );
        let request = InvoiceRequest { project_id, ..request };
        let closed = with(Some((ONE, false))).project;
        told(&request, &IssuingRecords { project: closed, ..records }).0
    };
    for (projects, asked, expected) in [
        (&[Some(ONE)][..], None, Some(ONE)),
        (&[None, Some(ONE), Some(ONE)], None, Some(ONE)),
        (&[Some(ONE), Some(OTHER)], None, None),
        (&[None], None, None),
        (&[Some(ONE)], Some(None), None),
        (&[Some(ONE)], Some(Some(ONE)), Some(ONE)),
    ] {
        assert_eq!(of_advances(projects, asked), expected, "{projects:?} {asked:?}");
    }
}

fn original_id() -> invoicing::InvoiceId {
    original(InvoiceType::Invoice, Currency::Eur).id
}
