//! Opens a database, issues three invoices and lists them.
//!
//! `cargo run -p store --example issue_and_list [-- postgres://…]`

use invoicing::{
    InvoiceFilter, InvoiceStore,
    records::{Provision, ProvisionStore},
};
use std::{env, error::Error};
use store::{Store, StoreOptions};
use testkit::build;

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let folder = env::temp_dir().join(format!("billhook-example-{}", build::id()));
    let url =
        env::args().nth(1).unwrap_or_else(|| format!("sqlite:{}/billhook.db", folder.display()));
    std::fs::create_dir(&folder)?;
    let store = Store::open(&url, StoreOptions::default()).await?;
    println!("{} migrations run on {}", store.migrate().await?, store.kind());
    store.check_ready().await?;

    let organization = build::organization();
    let owner = organization.id;
    let provision = Provision { organizations: vec![organization], ..Provision::default() };
    store.provision(&provision, build::NOW).await?;
    for draft in [
        build::draft(owner),
        build::with_number(build::draft(owner), "FA20260002"), // the series will skip it
        build::draft(owner),
    ] {
        let (invoice, _) = store.issue(&draft, None, build::respond).await?;
        println!("issued {}", invoice.document.number);
    }

    let page = store.invoices(owner, &InvoiceFilter::default(), None, 2).await?;
    for row in &page.rows {
        println!("{} {} {} {}", row.number, row.total, row.currency.code(), row.customer_name);
    }
    println!("more: {}", page.has_more);
    std::fs::remove_dir_all(&folder)?;
    Ok(())
}
