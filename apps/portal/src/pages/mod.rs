//! One file a subject, as the routes of the API have it.

mod choices;
mod finding;
pub(crate) mod home;
mod invoicing;
mod ledger;
pub(crate) mod partner;
mod people;
mod receiving;
mod rows;
mod sending;
mod settings;
mod webhooks;

use api_http::paths::{Paths, get, post};
use sign_in::Membership as Company;

/// The pages of a company.
pub(crate) fn configure(config: &mut Paths) {
    config
        .route("", get().to(ledger::dashboard::page))
        .route("/search", get().to(invoicing::search::page))
        .route("/plan", get().to(invoicing::plan::page))
        .configure(settings::configure)
        .configure(invoice_pages)
        .configure(invoice_enclosures)
        .configure(invoice_moves)
        .configure(incoming)
        .configure(sends_and_statements)
        .configure(agreements)
        .configure(projects)
        .configure(stock)
        .configure(records)
        .configure(programs);
}

/// The pages of an invoice.
fn invoice_pages(config: &mut Paths) {
    config
        .route("/invoices", get().to(invoicing::invoices::list::list))
        .route("/invoices/new", get().to(invoicing::invoices::form::new))
        .route("/invoices/new", post().to(invoicing::invoices::form::create))
        .route("/invoices/new/totals", post().to(invoicing::invoices::form::sums::of_new))
        .route("/invoices/{id}", get().to(invoicing::invoices::page::page))
        .route("/invoices/{id}/edit", get().to(invoicing::invoices::form::edit))
        .route("/invoices/{id}/edit", post().to(invoicing::invoices::form::save))
        .route("/invoices/{id}/edit/totals", post().to(invoicing::invoices::form::sums::of_edited))
        .route("/invoices/{id}/pdf", get().to(invoicing::invoices::page::pdf))
        .route("/invoices/{id}/xml", get().to(invoicing::invoices::page::xml))
        .route("/invoices/{id}/check", get().to(invoicing::invoices::check::page))
        .route("/invoices/{id}/trail", get().to(invoicing::invoices::tables::trail))
        .route("/invoices/{id}/emails", get().to(invoicing::invoices::tables::emails));
}

/// The mails and files of an invoice.
fn invoice_enclosures(config: &mut Paths) {
    config
        .route("/invoices/{id}/email", post().to(invoicing::invoices::mail::send))
        .route("/invoices/{id}/remind", post().to(invoicing::invoices::mail::remind))
        .route("/invoices/{id}/attachments", post().to(invoicing::invoices::files::add))
        .route("/invoices/{id}/attachments/remove", post().to(invoicing::invoices::files::remove))
        .route(
            "/invoices/{id}/attachments/{attachment}",
            get().to(invoicing::invoices::files::one),
        );
}

/// The actions on an invoice.
fn invoice_moves(config: &mut Paths) {
    config
        .route("/invoices/{id}/submit", post().to(invoicing::invoices::actions::submit))
        .route("/invoices/{id}/return", post().to(invoicing::invoices::actions::give_back))
        .route("/invoices/{id}/archive", post().to(invoicing::invoices::actions::archive))
        .route("/invoices/{id}/unarchive", post().to(invoicing::invoices::actions::unarchive))
        .route("/invoices/{id}/lock", post().to(invoicing::invoices::actions::lock))
        .route("/invoices/{id}/unlock", post().to(invoicing::invoices::actions::unlock))
        .route("/invoices/{id}/issue", post().to(invoicing::invoices::actions::issue))
        .route("/invoices/{id}/approve", post().to(invoicing::invoices::actions::approve))
        .route("/invoices/{id}/delete", post().to(invoicing::invoices::actions::delete))
        .route("/invoices/{id}/cancel", post().to(invoicing::invoices::actions::cancel))
        .route("/invoices/{id}/send", post().to(invoicing::invoices::actions::send))
        .route("/invoices/{id}/payments", post().to(invoicing::invoices::actions::pay))
        .route(
            "/invoices/{id}/payments/{payment}/undo",
            post().to(invoicing::invoices::actions::undo_payment),
        );
}

/// Received documents and expenses.
fn incoming(config: &mut Paths) {
    config
        .route("/received", get().to(receiving::received::list))
        .route("/received/{id}", get().to(receiving::received::page))
        .route("/received/{id}/xml", get().to(receiving::received::xml))
        .route("/received/{id}/attachments/{number}", get().to(receiving::received::attachment))
        .route("/received/{id}/accept", post().to(receiving::received::accept))
        .route("/received/{id}/acknowledge", post().to(receiving::received::acknowledged))
        .route("/received/{id}/respond", get().to(receiving::responses::new))
        .route("/received/{id}/respond", post().to(receiving::responses::respond))
        .route("/expenses", get().to(ledger::expenses::list))
        .route("/expenses/new", get().to(ledger::expenses::new))
        .route("/expenses/new", post().to(ledger::expenses::create))
        .route("/expenses/{id}", get().to(ledger::expenses::page))
        .route("/expenses/{id}/approve", post().to(ledger::expenses::approve))
        .route("/expenses/{id}/reject", post().to(ledger::expenses::reject))
        .route("/expenses/{id}/payments", post().to(ledger::expenses::pay))
        .route("/expenses/{id}/payments/{payment}/undo", post().to(ledger::expenses::undo_payment));
}

/// Sends and bank statements.
fn sends_and_statements(config: &mut Paths) {
    config
        .route("/sends", get().to(sending::sends::list))
        .route("/sends/release", post().to(sending::sends::release))
        .route("/sends/{id}", get().to(sending::sends::page))
        .route("/sends/{id}/xml", get().to(sending::sends::xml))
        .route("/statements", get().to(ledger::bank_statements::list))
        .route("/statements/new", get().to(ledger::bank_statements::new))
        .route("/statements/new", post().to(ledger::bank_statements::create))
        .route("/statements/mappings", get().to(ledger::statement_mappings::list))
        .route("/statements/mappings", post().to(ledger::statement_mappings::create))
        .route("/statements/mappings/forget", post().to(ledger::statement_mappings::forget))
        .route("/statements/{id}", get().to(ledger::bank_statements::page))
        .route("/proposals/{id}/invoice", get().to(ledger::payment_proposals::invoice_page))
        .route("/proposals/{id}/invoice", post().to(ledger::payment_proposals::choose))
        .route("/proposals/{id}/accept", post().to(ledger::payment_proposals::accept))
        .route("/proposals/{id}/refuse", post().to(ledger::payment_proposals::refuse));
}

/// Set-offs, contracts and exports.
fn agreements(config: &mut Paths) {
    config
        .route("/offsets", get().to(ledger::offsets::list))
        .route("/offsets/new", get().to(ledger::offsets::new))
        .route("/offsets/new", post().to(ledger::offsets::create))
        .route("/offsets/{id}", get().to(ledger::offsets::page))
        .route("/offsets/{id}/pdf", get().to(ledger::offsets::pdf))
        .route("/offsets/{id}/undo", post().to(ledger::offsets::undo))
        .route("/contracts", get().to(ledger::contracts::list))
        .route("/contracts/new", get().to(ledger::contracts::new))
        .route("/contracts/new", post().to(ledger::contracts::create))
        .route("/contracts/{id}", get().to(ledger::contracts::page))
        .route("/contracts/{id}/pause", post().to(ledger::contracts::pause))
        .route("/contracts/{id}/resume", post().to(ledger::contracts::resume))
        .route("/contracts/{id}/cancel", post().to(ledger::contracts::cancel))
        .route("/exports", get().to(ledger::exports::list))
        .route("/exports/new", get().to(ledger::exports::new))
        .route("/exports/new", post().to(ledger::exports::create))
        .route("/exports/{id}", get().to(ledger::exports::page))
        .route("/exports/{id}/files/{name}", get().to(ledger::exports::file))
        .route("/exports/{id}/delete", post().to(ledger::exports::delete));
}

fn projects(config: &mut Paths) {
    config
        .route("/projects", get().to(ledger::projects::list))
        .route("/projects/options", get().to(finding::project_options))
        .route("/projects/new", get().to(ledger::projects::new))
        .route("/projects/new", post().to(ledger::projects::create))
        .route("/projects/{id}", get().to(ledger::projects::page))
        .route("/projects/{id}", post().to(ledger::projects::save))
        .route("/projects/{id}/delete", post().to(ledger::projects::delete));
}

fn stock(config: &mut Paths) {
    config
        .route("/stock", get().to(ledger::stock::levels::list))
        .route("/stock/movements", get().to(ledger::stock::movements::list))
        .route("/stock/inventory", get().to(ledger::stock::inventory::list))
        .route("/stock/items/options", get().to(finding::item_options))
        .route("/stock/warehouses/options", get().to(finding::warehouse_options))
        .route("/stock/items", get().to(ledger::stock::items::list))
        .route("/stock/items/new", get().to(ledger::stock::items::new))
        .route("/stock/items/new", post().to(ledger::stock::items::create))
        .route("/stock/items/{id}", get().to(ledger::stock::items::page))
        .route("/stock/items/{id}", post().to(ledger::stock::items::save))
        .route("/stock/warehouses", get().to(ledger::stock::warehouses::list))
        .route("/stock/warehouses/new", get().to(ledger::stock::warehouses::new))
        .route("/stock/warehouses/new", post().to(ledger::stock::warehouses::create))
        .route("/stock/warehouses/{id}", get().to(ledger::stock::warehouses::page))
        .route("/stock/warehouses/{id}", post().to(ledger::stock::warehouses::save))
        .route("/stock/documents", get().to(ledger::stock::documents::list))
        .route("/stock/documents/new", get().to(ledger::stock::document_form::new))
        .route("/stock/documents/new", post().to(ledger::stock::document_form::create))
        .route("/stock/documents/{id}", get().to(ledger::stock::documents::page))
        .route("/stock/documents/{id}/edit", get().to(ledger::stock::document_form::edit))
        .route("/stock/documents/{id}/edit", post().to(ledger::stock::document_form::save))
        .route("/stock/documents/{id}/confirm", post().to(ledger::stock::documents::confirm))
        .route("/stock/documents/{id}/delete", post().to(ledger::stock::documents::delete));
}

/// Whom and what invoices name.
fn records(config: &mut Paths) {
    config
        .route("/customers", get().to(invoicing::customers::list))
        .route("/customers/options", get().to(finding::options))
        .route("/customers/new", get().to(invoicing::customers::new))
        .route("/customers/new", post().to(invoicing::customers::create))
        .route("/customers/{id}", get().to(invoicing::customers::page))
        .route("/customers/{id}", post().to(invoicing::customers::save))
        .route("/customers/{id}/merge", post().to(invoicing::customers::merge))
        .route("/customers/{id}/retire", post().to(invoicing::customers::retire))
        .route("/accounts", get().to(invoicing::bank_accounts::list))
        .route("/accounts/new", get().to(invoicing::bank_accounts::new))
        .route("/accounts/new", post().to(invoicing::bank_accounts::create))
        .route("/accounts/{id}/default", post().to(invoicing::bank_accounts::make_default))
        .route("/accounts/{id}/retire", post().to(invoicing::bank_accounts::retire));
}

/// API keys, webhooks and connected applications.
fn programs(config: &mut Paths) {
    config
        .route("/keys", get().to(people::keys::list::<Company>))
        .route("/keys/new", get().to(people::keys::new::<Company>))
        .route("/keys/new", post().to(people::keys::create::<Company>))
        .route("/keys/rotate", post().to(people::keys::rotate::<Company>))
        .route("/keys/revoke", post().to(people::keys::revoke::<Company>))
        .route("/webhooks", get().to(webhooks::endpoints::list::<Company>))
        .route("/webhooks/new", get().to(webhooks::endpoints::new::<Company>))
        .route("/webhooks/new", post().to(webhooks::endpoints::create::<Company>))
        .route("/webhooks/{id}", get().to(webhooks::endpoints::page::<Company>))
        .route("/webhooks/{id}/edit", get().to(webhooks::endpoints::edit::<Company>))
        .route("/webhooks/{id}/edit", post().to(webhooks::endpoints::save::<Company>))
        .route("/webhooks/{id}/rotate", post().to(webhooks::endpoints::rotate::<Company>))
        .route("/webhooks/{id}/test", post().to(webhooks::endpoints::test::<Company>))
        .route("/webhooks/{id}/switch", post().to(webhooks::endpoints::switch::<Company>))
        .route("/webhooks/{id}/remove", post().to(webhooks::endpoints::remove::<Company>))
        .route("/webhooks/{id}/replay", post().to(webhooks::deliveries::replay_failed::<Company>))
        .route(
            "/webhooks/{id}/deliveries/{delivery}",
            get().to(webhooks::deliveries::page::<Company>),
        )
        .route(
            "/webhooks/{id}/deliveries/{delivery}/replay",
            post().to(webhooks::deliveries::replay::<Company>),
        )
        .route("/connections", get().to(people::connections::list))
        .route("/connections/{id}/end", post().to(people::connections::end));
}
