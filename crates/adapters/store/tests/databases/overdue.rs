//! An invoice that cannot be read among those that fall due.

use crate::database::Database;
use invoicing::{InvoiceStore, states::OverdueStore};
use testkit::build::{NOW, draft, respond};
use time::Duration;

crate::on_both!(an_invoice_that_cannot_be_read_holds_no_other_up);

async fn an_invoice_that_cannot_be_read_holds_no_other_up(database: &Database) {
    let (one, other) = (database.organization().await, database.organization().await);
    let (store, place) = (&database.store, &database.place);
    let mut ids = Vec::new();
    for organization in [one, other] {
        let (invoice, _) = store.issue(&draft(organization), None, respond).await.expect("issued");
        ids.push(invoice.id);
    }
    let broken = place.literal(ids[0].0);
    place.execute(&format!("update invoices set document = '{{}}' where id = {broken}")).await;
    let today = NOW.date() + Duration::days(400);
    let (mut found, mut after) = (Vec::new(), None);
    loop {
        let page = store.past_due(today, after, 1).await.expect("read");
        found.extend(page.invoices.iter().map(|invoice| invoice.id));
        after = page.next;
        if after.is_none() {
            break;
        }
    }
    assert_eq!(found, ids[1..]);
}
