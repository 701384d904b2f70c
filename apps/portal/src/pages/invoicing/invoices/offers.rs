use super::{form::number_fields, mail};
use crate::{
    blocks::{Action, Choice, Field},
    visit::Visit,
};
use access::Scope;
use invoicing::{
    AnyInvoice, InvoiceStatus, PaymentMethod,
    recording::{InvoiceContent, Origin},
};
use uuid::Uuid;

/// The actions that the role permits. The use case decides whether they are possible; a send in progress is not
/// offered again.
pub(in crate::pages) fn actions(
    visit: &Visit,
    invoice: &AnyInvoice,
    may_leave: bool,
    next_number: Option<String>,
) -> Vec<Action> {
    let t = visit.t();
    let path = |rest: &str| visit.path(&format!("invoices/{}/{rest}", invoice.id));
    let (update, create) = (visit.may(Scope::InvoiceUpdate), visit.may(Scope::InvoiceCreate));
    let mut actions = Vec::new();
    match invoice.status {
        InvoiceStatus::Draft => {
            if create {
                actions.push(Action::new(path("issue"), t.issue).main());
                let under = Action::new(path("issue"), t.issue_under);
                actions.extend(next_number.map(|next| numbered(visit, under, next)));
            }
            if update {
                actions.push(Action::new(path("submit"), t.submit));
                actions.push(Action::new(path("delete"), t.delete).danger(t.delete_note));
            }
        }
        InvoiceStatus::PendingApproval => {
            if create && visit.may(Scope::ReceiptApprove) {
                actions.push(Action::new(path("approve"), t.approve).main());
                let under = Action::new(path("approve"), t.approve_under);
                actions.extend(next_number.map(|next| numbered(visit, under, next)));
            }
            if update {
                actions.push(Action::new(path("return"), t.give_back));
            }
        }
        InvoiceStatus::Cancelled => actions.extend(filing(visit, invoice)),
        _ => actions.extend(of_issued(visit, invoice, may_leave)),
    }
    actions
}

/// An action with the number that the draft gets, to be typed over.
fn numbered(visit: &Visit, action: Action, next: String) -> Action {
    let mut fields = number_fields(visit, None, next, None);
    fields.push(Field::hidden("do", "issue"));
    action.with(fields)
}

/// The actions on an issued invoice.
fn of_issued(visit: &Visit, invoice: &AnyInvoice, may_leave: bool) -> Vec<Action> {
    let (t, update) = (visit.t(), visit.may(Scope::InvoiceUpdate));
    let path = |rest: &str| visit.path(&format!("invoices/{}/{rest}", invoice.id));
    let mut actions = Vec::new();
    let native = invoice.document.header().origin == Origin::Native;
    if native && may_leave && visit.may(Scope::InvoiceSend) {
        actions.push(Action::new(path("send"), t.send).main());
    }
    if update && invoice.status != InvoiceStatus::Paid {
        actions.push(pay(visit, invoice, path("payments")));
    }
    actions.extend(mail::offered(visit, invoice));
    actions.extend(filing(visit, invoice));
    if update {
        actions.push(Action::new(path("cancel"), t.cancel).danger(t.cancel_note));
    }
    actions
}

fn pay(visit: &Visit, invoice: &AnyInvoice, href: String) -> Action {
    let t = visit.t();
    let open = money::round(invoice.outstanding()).to_string();
    let methods = PaymentMethod::RECORDED.map(|it| {
        Choice::new(it.name(), visit.words.method(it), PaymentMethod::BankTransfer.name())
    });
    let fields = vec![
        Field::hidden("once", Uuid::new_v4().to_string()),
        Field::new("amount", t.amount, open).required(),
        Field::new("date", t.day, service_day::date(visit.clock.now()).to_string()).kind("date"),
        Field::new("method", t.method, "").choice(methods.to_vec()),
    ];
    Action::new(href, t.record_payment).with(fields)
}

/// How it is put away, and taken back.
fn filing(visit: &Visit, invoice: &AnyInvoice) -> Vec<Action> {
    if !visit.may(Scope::InvoiceUpdate) {
        return Vec::new();
    }
    let (t, holds) = (visit.t(), invoice.holds);
    let path = |rest: &str| visit.path(&format!("invoices/{}/{rest}", invoice.id));
    let archive = match holds.archived_at {
        None => Action { note: t.archive_note, ..Action::new(path("archive"), t.archive) },
        Some(_) => Action::new(path("unarchive"), t.unarchive),
    };
    let lock = match holds.locked_at {
        None => Action { note: t.lock_note, ..Action::new(path("lock"), t.lock) },
        Some(_) => Action::new(path("unlock"), t.unlock),
    };
    vec![archive, lock]
}
