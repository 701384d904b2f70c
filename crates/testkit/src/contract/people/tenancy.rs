//! Organizations do not see each other.

use crate::build::{self, NOW, bank_account, draft, id, vehicle, with_files, with_number};
use crate::contract::{
    StoreUnderTest,
    setup::{
        all_contacts, all_invoices, holdings, issue, issued_number, kind, organization, read,
        try_issue,
    },
};
use access::OrganizationId;
use invoicing::{
    Draft, InvoiceFilter, InvoiceStore, InvoiceType, References,
    numbering::{SeriesFormat, YearStyle},
    records::{ContactFilter, Provision, ProvisionStore},
};

pub async fn another_organizations_ids_find_nothing(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let owner = build::organization();
    let car = vehicle("BA123XY");
    let provision = Provision {
        organizations: vec![owner.clone()],
        bank_accounts: vec![(owner.id, bank_account())],
        vehicles: vec![(owner.id, car.clone())],
        ..Provision::default()
    };
    store.provision(&provision, NOW).await.expect("provisioned");
    let stranger = organization(store).await;
    let invoice = issue(store, &with_files(draft(owner.id), &[b"%PDF"])).await;
    let customer = invoice.document.customer_id;

    assert_eq!(kind(&store.invoice(stranger, invoice.id).await), "not found");
    assert_eq!(kind(&store.files(stranger, invoice.id).await), "not found");
    assert_eq!(kind(&store.contact(stranger, customer).await), "not found");
    let by_customer = InvoiceFilter { customer_id: Some(customer), ..InvoiceFilter::default() };
    for filter in [InvoiceFilter::default(), by_customer] {
        assert_eq!(all_invoices(store, stranger, &filter, 10).await, []);
    }
    assert_eq!(all_contacts(store, stranger, &ContactFilter::default(), 10).await, []);
    assert!(subject.events(stranger).await.is_empty());
    for (vehicle_id, plate) in [(Some(car.id), None), (None, Some("BA123XY".to_owned()))] {
        let references = References {
            customer_id: Some(customer),
            vehicle_id,
            vehicle_plate: plate,
            original_invoice_id: Some(invoice.id),
            advances: vec![invoice.id],
            ..References::default()
        };
        let records = store.issuing_records(stranger, &references).await.expect("records");
        assert_eq!(records.organization.id, stranger);
        assert_eq!((records.customer, records.vehicle, records.original), (None, None, None));
        assert_eq!(records.advances, []);
        assert_eq!(records.bank_accounts, []);
    }
}

pub async fn another_organizations_contact_cannot_be_invoiced(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let (owner, stranger) = (organization(store).await, organization(store).await);
    let customer = issue(store, &draft(owner)).await.document.customer_id;
    let mut stolen = Draft { new_contact: None, ..draft(stranger) };
    stolen.document.customer_id = customer;
    assert_eq!(kind(&try_issue(store, &stolen).await), "not found");
    assert!(holdings(subject, stranger).await.invoices.is_empty());
}

pub async fn numbers_of_two_organizations_do_not_meet(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let (one, other) = (organization(store).await, organization(store).await);
    let format = SeriesFormat { prefix: "X".into(), year: YearStyle::None, width: 1 };
    store.set_series_format(one, InvoiceType::Invoice, &format).await.expect("set");
    let formats = store.series_formats(other).await.expect("formats");
    assert_eq!(formats[&InvoiceType::Invoice], SeriesFormat::default_for(InvoiceType::Invoice));
    for organization in [one, other] {
        assert_eq!(issued_number(store, &draft(organization)).await, "FA20260001");
        let own = with_number(draft(organization), "2026-7");
        assert_eq!(issued_number(store, &own).await, "2026-7");
    }
    // the same id, even
    let first = issue(store, &draft(one)).await;
    let same_id = Draft { id: first.id, ..draft(other) };
    issue(store, &same_id).await;
    assert_eq!(read(store, one, first.id).await, first);
    assert_eq!(read(store, other, first.id).await.organization, other);
}

pub async fn an_unknown_organization_has_nothing(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let nobody = OrganizationId(id());
    let records = store.issuing_records(nobody, &References::default()).await;
    assert_eq!(kind(&records), "not found");
    assert_eq!(kind(&store.series_formats(nobody).await), "not found");
    let format = SeriesFormat::default_for(InvoiceType::Invoice);
    let set = store.set_series_format(nobody, InvoiceType::Invoice, &format).await;
    assert_eq!(kind(&set), "not found");
    assert_eq!(kind(&try_issue(store, &draft(nobody)).await), "not found");
    assert_eq!(holdings(subject, nobody).await.invoices, []);
}
