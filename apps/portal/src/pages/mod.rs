//! One file a subject, as the routes of the API have it.

mod accounts;
mod actors;
mod choices;
mod connections;
mod contract;
mod contracts;
mod customers;
mod deliveries;
mod expense_form;
mod expense_sets;
mod expenses;
mod exports;
mod finding;
pub(crate) mod home;
mod invoice;
mod invoice_actions;
mod invoice_check;
mod invoice_files;
mod invoice_form;
mod invoice_mail;
mod invoice_offers;
mod invoice_sets;
mod invoice_tables;
mod invoices;
mod keys;
mod offsets;
mod overview;
pub(crate) mod partner;
mod party;
mod plan;
mod proposal_invoice;
mod proposals;
mod received;
mod responses;
mod rows;
mod search;
mod sends;
mod settings;
mod statement_mappings;
mod statements;
mod webhooks;
mod year_chart;

use api_http::paths::{Paths, get, post};
use sign_in::Membership as Company;

/// The pages of a company.
pub(crate) fn configure(config: &mut Paths) {
    config
        .route("", get().to(overview::page))
        .route("/search", get().to(search::page))
        .route("/plan", get().to(plan::page))
        .configure(settings::configure)
        .configure(invoice_pages)
        .configure(invoice_enclosures)
        .configure(invoice_moves)
        .configure(incoming)
        .configure(sends_and_statements)
        .configure(agreements)
        .configure(records)
        .configure(programs);
}

/// The pages of an invoice.
fn invoice_pages(config: &mut Paths) {
    config
        .route("/invoices", get().to(invoices::list))
        .route("/invoices/new", get().to(invoice_form::new))
        .route("/invoices/new", post().to(invoice_form::create))
        .route("/invoices/new/totals", post().to(invoice_form::sums::of_new))
        .route("/invoices/{id}", get().to(invoice::page))
        .route("/invoices/{id}/edit", get().to(invoice_form::edit))
        .route("/invoices/{id}/edit", post().to(invoice_form::save))
        .route("/invoices/{id}/edit/totals", post().to(invoice_form::sums::of_edited))
        .route("/invoices/{id}/pdf", get().to(invoice::pdf))
        .route("/invoices/{id}/xml", get().to(invoice::xml))
        .route("/invoices/{id}/check", get().to(invoice_check::page))
        .route("/invoices/{id}/trail", get().to(invoice_tables::trail))
        .route("/invoices/{id}/emails", get().to(invoice_tables::emails));
}

/// What goes with an invoice: mails and files.
fn invoice_enclosures(config: &mut Paths) {
    config
        .route("/invoices/{id}/email", post().to(invoice_mail::send))
        .route("/invoices/{id}/remind", post().to(invoice_mail::remind))
        .route("/invoices/{id}/attachments", post().to(invoice_files::add))
        .route("/invoices/{id}/attachments/remove", post().to(invoice_files::remove))
        .route("/invoices/{id}/attachments/{attachment}", get().to(invoice_files::one));
}

/// What may be done with an invoice.
fn invoice_moves(config: &mut Paths) {
    config
        .route("/invoices/{id}/submit", post().to(invoice_actions::submit))
        .route("/invoices/{id}/return", post().to(invoice_actions::give_back))
        .route("/invoices/{id}/archive", post().to(invoice_actions::archive))
        .route("/invoices/{id}/unarchive", post().to(invoice_actions::unarchive))
        .route("/invoices/{id}/lock", post().to(invoice_actions::lock))
        .route("/invoices/{id}/unlock", post().to(invoice_actions::unlock))
        .route("/invoices/{id}/issue", post().to(invoice_actions::issue))
        .route("/invoices/{id}/approve", post().to(invoice_actions::approve))
        .route("/invoices/{id}/delete", post().to(invoice_actions::delete))
        .route("/invoices/{id}/cancel", post().to(invoice_actions::cancel))
        .route("/invoices/{id}/send", post().to(invoice_actions::send))
        .route("/invoices/{id}/payments", post().to(invoice_actions::pay))
        .route("/invoices/{id}/payments/{payment}/undo", post().to(invoice_actions::undo_payment));
}

/// What came from others: documents and expenses.
fn incoming(config: &mut Paths) {
    config
        .route("/received", get().to(received::list))
        .route("/received/{id}", get().to(received::page))
        .route("/received/{id}/xml", get().to(received::xml))
        .route("/received/{id}/attachments/{number}", get().to(received::attachment))
        .route("/received/{id}/accept", post().to(received::accept))
        .route("/received/{id}/acknowledge", post().to(received::acknowledged))
        .route("/received/{id}/respond", get().to(responses::new))
        .route("/received/{id}/respond", post().to(responses::respond))
        .route("/expenses", get().to(expenses::list))
        .route("/expenses/new", get().to(expense_form::new))
        .route("/expenses/new", post().to(expense_form::create))
        .route("/expenses/{id}", get().to(expenses::page))
        .route("/expenses/{id}/approve", post().to(expenses::approve))
        .route("/expenses/{id}/reject", post().to(expenses::reject))
        .route("/expenses/{id}/payments", post().to(expenses::pay))
        .route("/expenses/{id}/payments/{payment}/undo", post().to(expenses::undo_payment));
}

/// What went over the network, and what came to the bank.
fn sends_and_statements(config: &mut Paths) {
    config
        .route("/sends", get().to(sends::list))
        .route("/sends/release", post().to(sends::release))
        .route("/sends/{id}", get().to(sends::page))
        .route("/sends/{id}/xml", get().to(sends::xml))
        .route("/statements", get().to(statements::list))
        .route("/statements/new", get().to(statements::new))
        .route("/statements/new", post().to(statements::create))
        .route("/statements/mappings", get().to(statement_mappings::list))
        .route("/statements/mappings", post().to(statement_mappings::create))
        .route("/statements/mappings/forget", post().to(statement_mappings::forget))
        .route("/statements/{id}", get().to(statements::page))
        .route("/proposals/{id}/invoice", get().to(proposal_invoice::page))
        .route("/proposals/{id}/invoice", post().to(proposal_invoice::choose))
        .route("/proposals/{id}/accept", post().to(proposals::accept))
        .route("/proposals/{id}/refuse", post().to(proposals::refuse));
}

/// Set-offs, contracts and exports.
fn agreements(config: &mut Paths) {
    config
        .route("/offsets", get().to(offsets::list))
        .route("/offsets/new", get().to(offsets::new))
        .route("/offsets/new", post().to(offsets::create))
        .route("/offsets/{id}", get().to(offsets::page))
        .route("/offsets/{id}/pdf", get().to(offsets::pdf))
        .route("/offsets/{id}/undo", post().to(offsets::undo))
        .route("/contracts", get().to(contracts::list))
        .route("/contracts/new", get().to(contracts::new))
        .route("/contracts/new", post().to(contracts::create))
        .route("/contracts/{id}", get().to(contract::page))
        .route("/contracts/{id}/pause", post().to(contract::pause))
        .route("/contracts/{id}/resume", post().to(contract::resume))
        .route("/contracts/{id}/cancel", post().to(contract::cancel))
        .route("/exports", get().to(exports::list))
        .route("/exports/new", get().to(exports::new))
        .route("/exports/new", post().to(exports::create))
        .route("/exports/{id}", get().to(exports::page))
        .route("/exports/{id}/files/{name}", get().to(exports::file))
        .route("/exports/{id}/delete", post().to(exports::delete));
}

/// Whom and what invoices name.
fn records(config: &mut Paths) {
    config
        .route("/customers", get().to(customers::list))
        .route("/customers/options", get().to(finding::options))
        .route("/customers/new", get().to(customers::new))
        .route("/customers/new", post().to(customers::create))
        .route("/customers/{id}", get().to(customers::page))
        .route("/customers/{id}", post().to(customers::save))
        .route("/customers/{id}/merge", post().to(customers::merge))
        .route("/customers/{id}/retire", post().to(customers::retire))
        .route("/accounts", get().to(accounts::list))
        .route("/accounts/new", get().to(accounts::new))
        .route("/accounts/new", post().to(accounts::create))
        .route("/accounts/{id}/default", post().to(accounts::make_default))
        .route("/accounts/{id}/retire", post().to(accounts::retire));
}

/// What programs call with, and where they are called.
fn programs(config: &mut Paths) {
    config
        .route("/keys", get().to(keys::list::<Company>))
        .route("/keys/new", get().to(keys::new::<Company>))
        .route("/keys/new", post().to(keys::create::<Company>))
        .route("/keys/rotate", post().to(keys::rotate::<Company>))
        .route("/keys/revoke", post().to(keys::revoke::<Company>))
        .route("/webhooks", get().to(webhooks::list::<Company>))
        .route("/webhooks/new", get().to(webhooks::new::<Company>))
        .route("/webhooks/new", post().to(webhooks::create::<Company>))
        .route("/webhooks/{id}", get().to(webhooks::page::<Company>))
        .route("/webhooks/{id}/edit", get().to(webhooks::edit::<Company>))
        .route("/webhooks/{id}/edit", post().to(webhooks::save::<Company>))
        .route("/webhooks/{id}/rotate", post().to(webhooks::rotate::<Company>))
        .route("/webhooks/{id}/test", post().to(webhooks::test::<Company>))
        .route("/webhooks/{id}/switch", post().to(webhooks::switch::<Company>))
        .route("/webhooks/{id}/remove", post().to(webhooks::remove::<Company>))
        .route("/webhooks/{id}/replay", post().to(deliveries::replay_failed::<Company>))
        .route("/webhooks/{id}/deliveries/{delivery}", get().to(deliveries::page::<Company>))
        .route(
            "/webhooks/{id}/deliveries/{delivery}/replay",
            post().to(deliveries::replay::<Company>),
        )
        .route("/connections", get().to(connections::list))
        .route("/connections/{id}/end", post().to(connections::end));
}
