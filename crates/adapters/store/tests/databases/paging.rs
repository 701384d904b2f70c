//! A long list, page by page.

use crate::{database::Database, fill};
use invoicing::{InvoiceFilter, InvoiceStatus, InvoiceStore};
use persistence::Cursor;
use std::collections::HashSet;
use testkit::build::{draft, respond};

crate::on_both!(a_long_list_pages_completely_without_repeats);

const COPIES: usize = 20_000;

async fn a_long_list_pages_completely_without_repeats(database: &Database) {
    let organization = database.organization().await;
    database.store.issue(&draft(organization), None, respond).await.expect("issued");
    let postgres = database.store.kind() == "postgres";
    database.place.execute(&fill::copies(postgres, COPIES)).await;
    let sent = Some(InvoiceStatus::Sent);
    for (filter, limit, count) in [
        (InvoiceFilter::default(), 100, COPIES + 1),
        (InvoiceFilter { status: sent, ..InvoiceFilter::default() }, 9, COPIES / 97),
    ] {
        let mut ids = HashSet::new();
        let mut after: Option<Cursor> = None;
        let mut has_more = true;
        while has_more {
            let page = database.store.invoices(organization, &filter, after, limit).await;
            let page = page.expect("a page");
            has_more = page.has_more;
            for row in page.rows {
                let place = (row.created_at, row.id.0);
                assert!(after.is_none_or(|last| place < (last.created_at, last.id.0)), "in order");
                assert!(ids.insert(row.id), "{} comes twice", row.number);
                after = Some(Cursor::new(row.created_at, row.id));
            }
        }
        assert_eq!(ids.len(), count);
    }
}
