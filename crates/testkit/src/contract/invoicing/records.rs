//! The records that a request is checked against.

use crate::build::{self, NOW, bank_account, draft, vehicle};
use crate::contract::{
    StoreUnderTest,
    setup::{issue, organization},
};
use invoicing::{
    BankAccount, ContactId, Draft, InvoiceId, InvoiceStatus, InvoiceStore, InvoiceType,
    IssuingRecords, References, VehicleId,
    numbering::{SeriesFormat, YearStyle},
    recording::OriginalInvoice,
    records::{Provision, ProvisionStore},
};
use money::Currency;

pub async fn issuing_finds_the_records_it_refers_to(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let organization = build::organization();
    let (account, car, van) = (bank_account(), vehicle("BA123XY"), vehicle("ZA001AA"));
    let provision = Provision {
        organizations: vec![organization.clone()],
        bank_accounts: vec![(organization.id, account.clone())],
        vehicles: vec![(organization.id, car.clone()), (organization.id, van.clone())],
        ..Provision::default()
    };
    store.provision(&provision, NOW).await.expect("provisioned");
    let format = SeriesFormat { prefix: "P".into(), year: YearStyle::Two, width: 3 };
    store.set_series_format(organization.id, InvoiceType::Proforma, &format).await.expect("set");
    let customer = issue(store, &draft(organization.id)).await.document.customer_id;
    let contact = store.contact(organization.id, customer).await.expect("there").contact;

    let references = References {
        invoice_type: InvoiceType::Proforma,
        customer_id: Some(customer),
        vehicle_plate: Some("ZA001AA".into()),
        ..References::default()
    };
    let expected = IssuingRecords {
        organization: organization.clone(),
        series: format,
        bank_accounts: vec![account],
        customer: Some(contact),
        vehicle: Some(van),
        ..IssuingRecords::of(organization.clone())
    };
    let records = store.issuing_records(organization.id, &references).await.expect("records");
    assert_eq!(records, expected);

    let by_id = References {
        vehicle_id: Some(car.id),
        vehicle_plate: Some("ZA001AA".into()),
        ..References::default()
    };
    let records = store.issuing_records(organization.id, &by_id).await.expect("records");
    assert_eq!(records.vehicle, Some(car), "the id goes before the plate");
    assert_eq!(records.series, SeriesFormat::default_for(InvoiceType::Invoice));
}

pub async fn bank_accounts_come_in_the_order_of_their_making(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let owner = build::organization();
    let currencies = [Currency::Usd, Currency::Eur, Currency::Czk];
    let account =
        |currency| BankAccount { currency, is_default: false, bic: None, ..bank_account() };
    let accounts: Vec<_> = currencies.into_iter().map(account).collect();
    let provision = Provision {
        organizations: vec![owner.clone()],
        // not in the order of their ids
        bank_accounts: [1, 2, 0].map(|i: usize| (owner.id, accounts[i].clone())).to_vec(),
        ..Provision::default()
    };
    store.provision(&provision, NOW).await.expect("provisioned");
    let records = store.issuing_records(owner.id, &References::default()).await.expect("records");
    assert_eq!(records.bank_accounts, accounts);
}

pub async fn a_note_finds_its_original(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let organization = organization(store).await;
    let mut draft = Draft { ..draft(organization) };
    draft.document.already_paid = true;
    draft.document.currency = Currency::Czk;
    let invoice = issue(store, &draft).await;
    let references = References {
        invoice_type: InvoiceType::CreditNote,
        original_invoice_id: Some(invoice.id),
        ..References::default()
    };
    let records = store.issuing_records(organization, &references).await.expect("records");
    let original = OriginalInvoice {
        id: invoice.id,
        number: "FA20260001".into(),
        issue_date: draft.document.issue_date,
        currency: Currency::Czk.into(),
        invoice_type: InvoiceType::Invoice,
        self_billed: false,
        status: InvoiceStatus::Paid,
        tax_date: draft.document.delivery_date.unwrap_or(draft.document.issue_date),
        subtotal: draft.document.totals.subtotal,
        balance: invoice.balance(),
        is_settled: false,
        customer: Some(draft.document.buyer.clone()),
        taxed: Some(draft.document.taxed()),
        exemption_reason: None,
        takes_off: false,
        project_id: None,
        notes: Vec::new(),
    };
    assert_eq!(records.original, Some(original));
}

pub async fn what_does_not_exist_is_none(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let organization = organization(store).await;
    for references in [
        References {
            customer_id: Some(ContactId(build::id())),
            vehicle_id: Some(VehicleId(build::id())),
            original_invoice_id: Some(InvoiceId(build::id())),
            ..References::default()
        },
        References { vehicle_plate: Some("BA123XY".into()), ..References::default() },
        References { vehicle_plate: Some("BA\u{0}".into()), ..References::default() },
        References::default(),
    ] {
        let records = store.issuing_records(organization, &references).await.expect("records");
        assert_eq!(
            (records.customer, records.vehicle, records.original, records.bank_accounts),
            (None, None, None, Vec::new())
        );
    }
}
