//! Series: gapless, without doubles, one per organization, type and year.

use super::{
    Subject,
    setup::{first_numbers, issue, issued_number, kind, organization, try_issue},
};
use crate::build::{draft, draft_of, id, lease};
use invoicing::{
    ContactId, Draft, InvoiceStore, InvoiceType, NumberSource, SeriesFormat, YearStyle,
};

pub async fn a_series_counts_from_one_without_gaps(subject: &impl Subject) {
    let store = subject.store();
    let organization = organization(store).await;
    let mut numbers = Vec::new();
    for _ in 0..12 {
        numbers.push(issued_number(store, &draft(organization)).await);
    }
    assert_eq!(numbers, first_numbers(12));
}

pub async fn concurrent_invoices_get_every_number_once(subject: &impl Subject) {
    const TASKS: usize = 8;
    const EACH: usize = 12;
    let organization = organization(subject.store()).await;
    let tasks: Vec<_> = (0..TASKS)
        .map(|_| {
            let store = subject.store().clone();
            tokio::spawn(async move {
                let mut numbers = Vec::new();
                for _ in 0..EACH {
                    numbers.push(issued_number(&store, &draft(organization)).await);
                }
                assert!(numbers.is_sorted(), "later invoices have higher numbers: {numbers:?}");
                numbers
            })
        })
        .collect();
    let mut numbers = Vec::new();
    for task in tasks {
        numbers.extend(task.await.expect("no panic"));
    }
    numbers.sort();
    assert_eq!(numbers, first_numbers(TASKS * EACH));
}

pub async fn series_do_not_count_together(subject: &impl Subject) {
    let store = subject.store();
    let (one, other) = (organization(store).await, organization(store).await);
    let of_year = |year| {
        let format = SeriesFormat::default_for(InvoiceType::Invoice);
        let number = NumberSource::Series { invoice_type: InvoiceType::Invoice, format, year };
        Draft { number, ..draft(one) }
    };
    for (draft, number) in [
        (draft(one), "FA20260001"),
        (draft_of(one, InvoiceType::Proforma), "ZF120260001"),
        (of_year(2027), "FA20270001"),
        (draft(other), "FA20260001"),
        (of_year(2027), "FA20270002"),
        (draft(one), "FA20260002"),
    ] {
        assert_eq!(issued_number(store, &draft).await, number);
    }
}

pub async fn failures_do_not_draw_numbers(subject: &impl Subject) {
    let store = subject.store();
    let organization = organization(store).await;
    let first = issue(store, &draft(organization)).await;

    let never_claimed = lease("never claimed");
    let lost = store.issue(&draft(organization), Some(&never_claimed), crate::build::respond).await;
    assert_eq!(kind(&lost), "lease lost");

    let same_id = Draft { id: first.id, ..draft(organization) };
    assert_eq!(kind(&try_issue(store, &same_id).await), "taken");

    let mut unknown_contact = Draft { new_contact: None, ..draft(organization) };
    unknown_contact.document.customer_id = ContactId(id());
    assert_eq!(kind(&try_issue(store, &unknown_contact).await), "not found");

    let mut file_without_record = draft(organization);
    file_without_record.files = vec![b"bytes".to_vec()];
    assert_eq!(kind(&try_issue(store, &file_without_record).await), "backend");

    assert_eq!(issued_number(store, &draft(organization)).await, "FA20260002");
}

pub async fn a_new_format_goes_on_counting(subject: &impl Subject) {
    let store = subject.store();
    let organization = organization(store).await;
    let with = |format: &SeriesFormat| {
        let number = NumberSource::Series {
            invoice_type: InvoiceType::Invoice,
            format: format.clone(),
            year: 2026,
        };
        Draft { number, ..draft(organization) }
    };
    let default = SeriesFormat::default_for(InvoiceType::Invoice);
    assert_eq!(issued_number(store, &with(&default)).await, "FA20260001");

    let short = SeriesFormat { prefix: "F-".into(), year: YearStyle::Two, width: 6 };
    store.set_series_format(organization, InvoiceType::Invoice, &short).await.expect("set");
    let formats = store.series_formats(organization).await.expect("formats");
    assert_eq!(formats.len(), InvoiceType::ALL.len());
    assert_eq!(formats[&InvoiceType::Invoice], short);
    assert_eq!(
        formats[&InvoiceType::Proforma],
        SeriesFormat::default_for(InvoiceType::Proforma),
        "the others stay"
    );
    assert_eq!(issued_number(store, &with(&short)).await, "F-26000002");

    // one count for ever is another count than that of a year
    let endless = SeriesFormat { prefix: String::new(), year: YearStyle::None, width: 1 };
    store.set_series_format(organization, InvoiceType::Invoice, &endless).await.expect("set again");
    let formats = store.series_formats(organization).await.expect("formats");
    assert_eq!(formats[&InvoiceType::Invoice], endless);
    assert_eq!(issued_number(store, &with(&endless)).await, "1");
    assert_eq!(issued_number(store, &with(&default)).await, "FA20260003");
}
