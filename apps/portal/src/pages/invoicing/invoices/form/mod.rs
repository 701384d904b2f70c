//! The form of an invoice. The browser calculates nothing: all sums come from the server.

mod checked;
mod delivery;
mod faults;
mod fields;
mod lines;
mod lines_form;
mod load;
mod numbers;
pub(in crate::pages) mod sums;
mod values;

use crate::{
    answer::see_other,
    error::{Page, PageError},
    form::{Form, body},
    frame::Frame,
    live,
    pages::finding::{LEFT_OUT, is_asked, is_other_asked},
    posted::Posted,
    visit::Visit,
};
use ::projects::ProjectStore;
use access::Scope;
use actix_web::http::StatusCode;
use agent_requests::{InvoicePatch, read_with_violations};
use api_http::error::ApiError;
use checked::{Checked, preview, preview_of};
use faults::fault_at;
use fields::{customer_fields, head_fields, more_fields};
use idempotency::Answer;
use invoicing::{
    InvoiceId, InvoiceStore, InvoiceType, Issued, MAX_ITEMS,
    recording::{AnyDocument, InvoiceContent},
    terms::Term,
};
pub(in crate::pages) use lines::{LINES, lines};
use lines_form::has_fault;
pub(in crate::pages) use lines_form::{LinesForm, is_open};
use load::{load, load_editable};
pub(in crate::pages) use numbers::{Question, members as number_members, number_fields};
use sums::ShownSums;
use use_cases::invoicing::{
    change_invoice::edit_invoice,
    issue_invoice::{Issue, admit_issue, issue_invoice},
};
use uuid::Uuid;
use values::{ADVANCES, copied, patch, request, reversed};
pub(in crate::pages) use values::{check_rows, items, rows};

pub(in crate::pages) async fn new(visit: Visit) -> Page {
    visit.require(Scope::InvoiceCreate)?;
    let form = begun(&visit).await?;
    let lines = rows(&form).max(LINES);
    show(&visit, None, &form, lines, Checked::default()).await
}

/// The values of a new form: for a customer, as a copy of an invoice (`copy`), or as the credit note that reverses
/// one.
async fn begun(visit: &Visit) -> Result<Form, PageError> {
    let mut query = visit.query()?;
    let today = service_day::date(visit.clock.now()).to_string();
    let mut typed = vec![("issue_date", today)];
    let original = query.id::<InvoiceId>("original_invoice_id");
    let kind = query.one_of("type", &InvoiceType::ALL, InvoiceType::name);
    match query.id("copy").or(original) {
        Some(id) => {
            let organization = visit.require(Scope::InvoiceRead)?;
            let invoice = visit.store.invoice(organization, id).await?;
            typed.extend(match original {
                Some(_) => reversed(&invoice.document),
                None => another(visit, &invoice.document).await?,
            });
        }
        None => typed.push(("payment_method", "bank_transfer".to_owned())),
    }
    // the first of a name counts
    let mut fields = Vec::new();
    fields.extend(kind.map(|kind| ("type", kind.name().to_owned())));
    fields.extend(original.map(|id| ("original_invoice_id", id.to_string())));
    fields.extend(query.text("customer_id").map(|id| ("customer_id", id)));
    fields.extend(query.text(ADVANCES).map(|id| (ADVANCES, id)));
    fields.extend(typed);
    query.finish()?;
    Ok(Form::of(fields))
}

/// The values that a copy takes over. The code of the project is left out, because it comes from the chosen project,
/// and so is a project that is no longer in use.
async fn another(
    visit: &Visit,
    document: &AnyDocument,
) -> Result<Vec<(&'static str, String)>, PageError> {
    let mut typed = copied(document);
    let Some(id) = document.header().project_id else { return Ok(typed) };
    let project = visit.store.project(visit.member.organization, id).await?;
    typed.retain(|(name, text)| *name != Term::ProjectReference.name() || *text != project.code);
    if !project.is_in_use() {
        typed.retain(|(name, _)| *name != "project_id");
        typed.push((LEFT_OUT, "true".to_owned()));
    }
    Ok(typed)
}

/// Previews the new invoice, saves it as a draft, or issues it.
pub(in crate::pages) async fn create(Posted { visit, form, resumed }: Posted) -> Page {
    check_rows(&form)?;
    visit.require(Scope::InvoiceCreate)?;
    let rows = rows(&form);
    if resumed {
        return show(&visit, None, &form, rows, Checked::resumed(&visit)).await;
    }
    if is_asked(&form, "customer_id") {
        return show(&visit, None, &form, rows, Checked::default()).await;
    }
    match form.text("do") {
        "add_line" => show(&visit, None, &form, rows + LINES, Checked::default()).await,
        "draft" | "issue" | "exception" | "advance" => issue(&visit, &form, rows).await,
        _ => {
            let checked = preview(&visit, &form).await?;
            show(&visit, None, &form, rows, checked).await
        }
    }
}

/// Saves a draft or issues the invoice, once however often the form is sent.
async fn issue(visit: &Visit, form: &Form, rows: usize) -> Page {
    let context = visit.context(Scope::InvoiceCreate)?;
    let is_draft = form.text("do") == "draft";
    let limit = visit.config.invoice_rate_per_minute;
    admit_issue(&context, limit).await?.map_err(ApiError::RateLimited)?;
    let (request, found) = request(form, is_draft);
    let lease = visit.lease("portal.invoices", form);
    let respond = |issued: &Issued<'_>| Answer::json(201, &issued.invoice.id);
    let issue = Issue { request, found, lease };
    match issue_invoice(&context, issue, respond).await {
        Ok(Answer { body, .. }) => {
            visit.notifier.events();
            let id: InvoiceId = serde_json::from_slice(&body).map_err(ApiError::internal)?;
            let done = if is_draft { "drafted" } else { "issued" };
            Ok(see_other(&visit.path(&format!("invoices/{id}?done={done}"))))
        }
        Err(error) => show(visit, None, form, rows, Checked::by(visit, error.into())?).await,
    }
}

/// The form with the values of the invoice.
pub(in crate::pages) async fn edit(visit: Visit) -> Page {
    let (id, form) = load_editable(&visit).await?;
    let lines = rows(&form);
    show(&visit, Some(id), &form, lines, Checked::default()).await
}

/// Previews or saves the changes.
pub(in crate::pages) async fn save(Posted { visit, form, resumed }: Posted) -> Page {
    check_rows(&form)?;
    let (id, _) = load(&visit).await?;
    let context = visit.context(Scope::InvoiceUpdate)?;
    let rows = rows(&form);
    if resumed {
        return show(&visit, Some(id), &form, rows, Checked::resumed(&visit)).await;
    }
    if is_other_asked(&form) {
        return show(&visit, Some(id), &form, rows, Checked::default()).await;
    }
    match form.text("do") {
        "add_line" => show(&visit, Some(id), &form, rows + LINES, Checked::default()).await,
        "save" => {
            let (edit, found) = read_with_violations::<InvoicePatch>(&body(patch(&form)));
            match edit_invoice(&context, id, &edit, &found).await {
                Ok(_) => {
                    visit.notifier.events();
                    Ok(see_other(&visit.path(&format!("invoices/{id}?done=saved"))))
                }
                Err(error) => {
                    show(&visit, Some(id), &form, rows, Checked::by(&visit, error.into())?).await
                }
            }
        }
        _ => {
            let checked = preview_of(&visit, id, &form).await?;
            show(&visit, Some(id), &form, rows, checked).await
        }
    }
}

async fn show(
    visit: &Visit,
    edited: Option<InvoiceId>,
    form: &Form,
    rows: usize,
    checked: Checked,
) -> Page {
    let (found, document) = (&checked.found, checked.document.as_ref());
    let head = head_fields(visit, edited, form, found).await?;
    let refused = checked.fault.is_some() || checked.question.is_some() || !found.is_empty();
    let status = if refused { StatusCode::UNPROCESSABLE_ENTITY } else { StatusCode::OK };
    let more = more_fields(visit, edited, form, found).await?;
    let delivery = delivery::fields(visit, form, found);
    let (title, href) = title(visit, edited);
    let customer = match edited {
        None => customer_fields(visit, form, found),
        Some(_) => Vec::new(),
    };
    // none is chosen and none is written: the fields of a new one are what is missing
    let is_missing = fault_at(found, "customer").is_some();
    let shown = LinesForm {
        title,
        once: form.filled("once").map_or_else(|| Uuid::new_v4().to_string(), str::to_owned),
        faults: Vec::new(),
        head,
        customer_open: is_missing || form.filled("name").is_some() || has_fault(&customer),
        customer,
        lines: lines(visit, form, rows.clamp(1, MAX_ITEMS), found, document).await?,
        delivery_open: is_open(&delivery),
        delivery,
        more_open: is_open(&more),
        more,
        sums: ShownSums::of(visit, document),
        live: Some(format!("{href}/totals")),
        href,
        buttons: buttons(visit, edited),
        frame: Frame::of(visit).live(),
        fault: checked.fault,
        question: checked.question,
    };
    Ok(live::html(status, &shown.with_faults(&visit.words, found), visit))
}

/// The title of the form, and the address it is sent to.
fn title(visit: &Visit, edited: Option<InvoiceId>) -> (&'static str, String) {
    let t = visit.t();
    match edited {
        None => (t.new_invoice, visit.path("invoices/new")),
        Some(id) => (t.edit, visit.path(&format!("invoices/{id}/edit"))),
    }
}

/// The buttons of the form: value, label, class.
fn buttons(
    visit: &Visit,
    edited: Option<InvoiceId>,
) -> Vec<(&'static str, &'static str, &'static str)> {
    let t = visit.t();
    let preview = ("preview", t.preview, "second");
    match edited {
        None => vec![preview, ("draft", t.save_draft, "second"), ("issue", t.issue, "main")],
        Some(_) => vec![preview, ("save", t.save, "main")],
    }
}
