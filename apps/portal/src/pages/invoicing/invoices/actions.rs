//! The actions on an invoice that are one button.

use super::{
    form::{Question, number_members},
    page,
};
use crate::{
    answer::see_other,
    blocks::{Action, Field},
    error::{Page, PageError},
    form::{Form, number},
    visit::{Visit, read, read_right},
};
use access::Scope;
use actix_web::http::StatusCode;
use agent_requests::{IssueBody, PaymentBody};
use api_http::Body;
use idempotency::Answer;
use invoicing::{
    InvoiceId, PaymentId,
    drafts::Drafted,
    numbering::{NumberRefused, OutOfSeries},
    paying::PaymentChange,
    states::InvoiceMove,
};
use runtime::wiring::App;
use use_cases::{
    Context,
    invoicing::{
        change_invoice::{ChangeInvoiceError, delete_draft, move_invoice},
        issue_draft::{IssueDraft, issue_draft},
        payments::{record_payment, take_payment_back},
    },
    sending::native_send::send_invoice,
};

/// The invoice of the path, and the form that was posted.
pub(in crate::pages) fn posted(visit: &Visit, body: &Body) -> Result<(InvoiceId, Form), PageError> {
    let form = visit.form(body)?;
    Ok((InvoiceId(visit.id("id")?), form))
}

pub(in crate::pages) fn back(visit: &Visit, id: InvoiceId, done: &str) -> Page {
    Ok(see_other(&visit.path(&format!("invoices/{id}?done={done}"))))
}

/// The page of the invoice with a form that was refused.
pub(in crate::pages) async fn show_refused(
    visit: &Visit,
    id: InvoiceId,
    form: &Form,
    error: PageError,
) -> Page {
    let page = page::view(visit).await?;
    page.refused_at(visit, &format!("invoices/{id}"), form, error)
}

pub(in crate::pages) async fn issue(visit: Visit, body: Body) -> Page {
    let (id, form) = posted(&visit, &body)?;
    issued(&visit, (id, &form), IssueDraft::issue()).await
}

pub(in crate::pages) async fn approve(visit: Visit, body: Body) -> Page {
    let (id, form) = posted(&visit, &body)?;
    visit.require(Scope::ReceiptApprove)?;
    issued(&visit, (id, &form), IssueDraft::approve()).await
}

async fn issued(visit: &Visit, (id, form): (InvoiceId, &Form), how: IssueDraft) -> Page {
    let context = visit.context(Scope::InvoiceCreate)?;
    let (number, found) = read::<IssueBody>(number_members(form));
    let is_numbered = number.invoice_number.is_some();
    // a second click finds it issued, and is refused
    let respond = |_: &Drafted<'_>| Ok(Answer { status: 200, body: Vec::new() });
    match issue_draft(&context, id, how.under(number, found), None, respond).await {
        Ok(_) => {
            visit.notifier.events();
            back(visit, id, "issued")
        }
        Err(ChangeInvoiceError::Number(NumberRefused::OutOfSeries(asked))) => {
            ask_again(visit, id, form, &asked).await
        }
        Err(error) if is_numbered => show_refused(visit, id, form, error.into()).await,
        Err(error) => Err(error.into()),
    }
}

/// The page of the draft with the question, and a button for each answer.
async fn ask_again(visit: &Visit, id: InvoiceId, form: &Form, asked: &OutOfSeries) -> Page {
    let question = Question::of(&visit.words, asked);
    let mut view = page::view(visit).await?;
    let answers = question.answers.into_iter().map(|(value, label)| {
        let fields = vec![
            Field::hidden("invoice_number", form.text("invoice_number")),
            Field::hidden("do", value),
        ];
        Action::new(visit.http.path().to_owned(), label).main().with(fields)
    });
    view.actions = answers.chain(std::mem::take(&mut view.actions)).collect();
    view.at = Some(visit.path(&format!("invoices/{id}")));
    view.fault = Some(question.text);
    Ok(view.answer(StatusCode::UNPROCESSABLE_ENTITY, visit))
}

pub(in crate::pages) async fn delete(visit: Visit, body: Body) -> Page {
    let (id, _) = posted(&visit, &body)?;
    delete_draft(&visit.context(Scope::InvoiceUpdate)?, id).await?;
    visit.notifier.events();
    Ok(see_other(&visit.path("invoices?done=deleted")))
}

/// A handler for each button that moves an invoice, with the notice that the page shows afterwards.
macro_rules! moves {
    ($($handler:ident: $asked:ident, $done:literal;)+) => { $(
        pub(in crate::pages) async fn $handler(visit: Visit, body: Body) -> Page {
            moved(&visit, &body, InvoiceMove::$asked, $done).await
        }
    )+ };
}

moves! {
    cancel: Cancel, "cancelled";
    submit: Submit, "saved";
    give_back: Return, "saved";
    archive: Archive, "saved";
    unarchive: Unarchive, "saved";
    lock: Lock, "saved";
    unlock: Unlock, "saved";
}

async fn moved(visit: &Visit, body: &Body, asked: InvoiceMove, done: &str) -> Page {
    let (id, _) = posted(visit, body)?;
    move_invoice(&visit.context(Scope::InvoiceUpdate)?, id, asked).await?;
    visit.notifier.events();
    back(visit, id, done)
}

pub(in crate::pages) async fn send(visit: Visit, body: Body) -> Page {
    let (id, _) = posted(&visit, &body)?;
    send_invoice(&visit.context(Scope::InvoiceSend)?, id).await?;
    visit.notifier.jobs();
    back(&visit, id, "queued")
}

pub(in crate::pages) async fn pay(visit: Visit, body: Body) -> Page {
    let (id, form) = posted(&visit, &body)?;
    let context = visit.context(Scope::InvoiceUpdate)?;
    match paid(&visit, &context, id, &form).await {
        Ok(()) => back(&visit, id, "paid"),
        Err(error) => show_refused(&visit, id, &form, error).await,
    }
}

async fn paid(
    visit: &Visit,
    context: &Context<'_, App>,
    id: InvoiceId,
    form: &Form,
) -> Result<(), PageError> {
    let mut object = form.object(&["date", "method"]);
    object.insert("amount".to_owned(), number(form.text("amount")).into());
    let request = read_right::<PaymentBody>(object)?;
    let lease = visit.lease("portal.payments", form);
    let respond = |_: &PaymentChange| Ok(Answer { status: 200, body: Vec::new() });
    record_payment(context, id, request, lease, respond).await?;
    visit.notifier.events();
    Ok(())
}

pub(in crate::pages) async fn undo_payment(visit: Visit, body: Body) -> Page {
    let (id, _) = posted(&visit, &body)?;
    let payment = PaymentId(visit.id("payment")?);
    let context = visit.context(Scope::InvoiceUpdate)?;
    let respond = |_: &PaymentChange| Ok(Answer { status: 200, body: Vec::new() });
    take_payment_back(&context, id, payment, respond).await?;
    visit.notifier.events();
    back(&visit, id, "taken-back")
}
