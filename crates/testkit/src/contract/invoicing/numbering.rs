//! Series: gapless, without doubles, one per organization, type and year.

use crate::build::{NOW, draft, draft_of, fingerprint, id, lease, respond};
use crate::contract::{
    Ports, StoreUnderTest,
    setup::{first_numbers, issue, issued_number, kind, organization, try_issue},
};
use access::OrganizationId;
use invoicing::{
    ContactId, Draft, InvoiceStore, InvoiceType,
    numbering::{NumberSource, Series, SeriesFormat, YearStyle},
};

pub async fn a_series_counts_from_one_without_gaps(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let organization = organization(store).await;
    let mut numbers = Vec::new();
    for _ in 0..12 {
        numbers.push(issued_number(store, &draft(organization)).await);
    }
    assert_eq!(numbers, first_numbers(12));
}

pub async fn concurrent_invoices_get_every_number_once(subject: &impl StoreUnderTest) {
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

/// What fails among invoices that are saved at the same time fails alone.
pub async fn of_many_organizations_at_once_each_gets_its_own_outcome(
    subject: &impl StoreUnderTest,
) {
    let store = subject.store();
    let mut organizations = Vec::new();
    for _ in 0..24 {
        let organization = organization(store).await;
        issue(store, &draft(organization)).await;
        organizations.push(organization);
    }
    let tasks: Vec<_> = organizations
        .iter()
        .enumerate()
        .map(|(place, organization)| {
            let (store, organization) = (store.clone(), *organization);
            tokio::spawn(async move { outcome(&store, organization, place % 6).await })
        })
        .collect();
    let mut outcomes = Vec::new();
    for task in tasks {
        outcomes.push(task.await.expect("no panic"));
    }
    for (place, outcome) in outcomes.iter().enumerate() {
        let expected = ["lease lost", "not found", "FA20260002"][(place % 6).min(2)];
        assert_eq!(outcome, expected, "organization {place}");
    }
    for (organization, outcome) in organizations.iter().zip(outcomes) {
        let next = if outcome == "FA20260002" { "FA20260003" } else { "FA20260002" };
        assert_eq!(issued_number(store, &draft(*organization)).await, next);
    }
}

/// The number, or what kind of error there was.
async fn outcome(store: &impl Ports, organization: OrganizationId, place: usize) -> String {
    let key = lease(if place == 0 { "never claimed" } else { "claimed" });
    let mut draft = draft(organization);
    if place == 1 {
        draft.new_contact = None;
        draft.document.customer_id = ContactId(id());
    }
    if place == 2 {
        let claimed = store.claim(organization.into(), &key, fingerprint(1), NOW).await;
        claimed.expect("claimed");
    }
    let issued = store.issue(&draft, [0, 2].contains(&place).then_some(&key), respond).await;
    match issued {
        Ok((invoice, _)) => invoice.document.number,
        error => kind(&error).to_owned(),
    }
}

pub async fn series_do_not_count_together(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let (one, other) = (organization(store).await, organization(store).await);
    let of_year = |year| {
        let format = SeriesFormat::default_for(InvoiceType::Invoice);
        let number =
            NumberSource::Series(Series { invoice_type: InvoiceType::Invoice, format, year });
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

pub async fn failures_do_not_draw_numbers(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let organization = organization(store).await;
    let first = issue(store, &draft(organization)).await;

    let never_claimed = lease("never claimed");
    let lost = store.issue(&draft(organization), Some(&never_claimed), respond).await;
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

pub async fn a_new_format_goes_on_counting(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let organization = organization(store).await;
    let with = |format: &SeriesFormat| {
        let number = NumberSource::Series(Series {
            invoice_type: InvoiceType::Invoice,
            format: format.clone(),
            year: 2026,
        });
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
