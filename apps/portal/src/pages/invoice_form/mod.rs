//! An invoice is written here. What it comes to the server says: the form adds nothing up.

mod delivery;
mod fields;
mod judged;
pub(super) mod sums;
mod typed;

use crate::{
    blocks::Field,
    error::{Page, PageError},
    form::{Form, body},
    frame::{Frame, live_html, see_other},
    posted::Posted,
    visit::Visit,
};
use access::Scope;
use actix_web::http::StatusCode;
use agent_requests::{InvoicePatch, read_with_violations};
use api_http::error::ApiError;
use askama::Template;
use fields::{customer_fields, head_fields, more_fields};
pub(super) use fields::{faults, lines};
use idempotency::Answer;
use invoicing::{AnyDocument, InvoiceId, InvoiceStore, InvoiceType, Issued, MAX_ITEMS};
use judged::{Judged, preview, preview_of};
use sums::ShownSums;
use typed::{again, patch, request, typed as as_typed};
pub(super) use typed::{check_rows, items, rows};
use use_cases::{Issue, admit_issue, edit_invoice, issue_invoice};
use uuid::Uuid;

/// Lines of an empty form, and how many more each time.
pub(super) const LINES: usize = 3;

/// A form with lines: of an invoice, of a contract.
#[derive(Template)]
#[template(path = "invoice_form.html")]
pub(super) struct LinesForm {
    pub(super) frame: Frame,
    pub(super) title: &'static str,
    pub(super) href: String,
    pub(super) once: String,
    pub(super) fault: Option<String>,
    pub(super) faults: Vec<String>,
    pub(super) head: Vec<Field>,
    pub(super) customer: Vec<Field>,
    pub(super) customer_open: bool,
    pub(super) lines: Vec<ShownLine>,
    pub(super) delivery: Vec<Field>,
    pub(super) delivery_open: bool,
    pub(super) more: Vec<Field>,
    pub(super) more_open: bool,
    pub(super) sums: ShownSums,
    /// What sums it up while somebody writes.
    pub(super) live: Option<String>,
    pub(super) buttons: Vec<(&'static str, &'static str, &'static str)>,
}

/// A line of it.
pub(super) struct ShownLine {
    fields: Vec<Field>,
    net: Option<String>,
}

/// An empty form.
pub(super) async fn new(visit: Visit) -> Page {
    visit.require(Scope::InvoiceCreate)?;
    let form = begun(&visit).await?;
    let lines = rows(&form).max(LINES);
    show(&visit, None, &form, lines, Judged::default()).await
}

/// What an empty form has: of a customer, as another invoice (`copy`), or as the note that takes one back.
async fn begun(visit: &Visit) -> Result<Form, PageError> {
    let mut query = visit.query()?;
    let today = service_day::date(visit.clock.now()).to_string();
    let mut typed = vec![("issue_date", today)];
    let original = query.parse::<InvoiceId>("original_invoice_id", "must be a UUID");
    let kind = query.one_of("type", &InvoiceType::ALL, InvoiceType::name);
    match query.parse("copy", "must be a UUID").or(original) {
        Some(id) => {
            let organization = visit.require(Scope::InvoiceRead)?;
            let invoice = visit.store.invoice(organization, id).await?;
            typed.extend(again(&invoice.document));
        }
        None => typed.push(("payment_method", "bank_transfer".to_owned())),
    }
    // the first of a name counts
    let mut fields = Vec::new();
    fields.extend(kind.map(|kind| ("type", kind.name().to_owned())));
    fields.extend(original.map(|id| ("original_invoice_id", id.to_string())));
    fields.extend(query.text("customer_id").map(|id| ("customer_id", id)));
    fields.extend(typed);
    query.finish()?;
    Ok(Form::of(fields))
}

/// What was typed: summed up, kept as a draft, or issued.
pub(super) async fn create(Posted { visit, form, resumed }: Posted) -> Page {
    check_rows(&form)?;
    let context = visit.context(Scope::InvoiceCreate)?;
    let rows = rows(&form);
    if resumed {
        return show(&visit, None, &form, rows, Judged::resumed(&visit)).await;
    }
    match form.text("do") {
        "add_line" => show(&visit, None, &form, rows + LINES, Judged::default()).await,
        "draft" | "issue" => {
            let is_draft = form.text("do") == "draft";
            let limit = visit.config.invoice_rate_per_minute;
            admit_issue(&context, limit).await?.map_err(ApiError::RateLimited)?;
            let (request, found) = request(&form, is_draft);
            let lease = visit.lease("portal.invoices", &form);
            let respond = |issued: &Issued<'_>| Answer::json(201, &issued.invoice.id);
            let issue = Issue { request, found, lease };
            match issue_invoice(&context, issue, respond).await {
                Ok(Answer { body, .. }) => {
                    visit.notifier.events();
                    let id: InvoiceId =
                        serde_json::from_slice(&body).map_err(ApiError::internal)?;
                    let done = if is_draft { "drafted" } else { "issued" };
                    Ok(see_other(&visit.path(&format!("invoices/{id}?done={done}"))))
                }
                Err(error) => {
                    show(&visit, None, &form, rows, Judged::by(&visit, error.into())?).await
                }
            }
        }
        _ => {
            let judged = preview(&visit, &form).await?;
            show(&visit, None, &form, rows, judged).await
        }
    }
}

/// A form with what the invoice says.
pub(super) async fn edit(visit: Visit) -> Page {
    let (id, form) = kept(&visit).await?;
    let lines = rows(&form);
    show(&visit, Some(id), &form, lines, Judged::default()).await
}

/// What was changed: summed up, or kept.
pub(super) async fn save(Posted { visit, form, resumed }: Posted) -> Page {
    check_rows(&form)?;
    let (id, _) = kept(&visit).await?;
    let context = visit.context(Scope::InvoiceUpdate)?;
    let rows = rows(&form);
    if resumed {
        return show(&visit, Some(id), &form, rows, Judged::resumed(&visit)).await;
    }
    match form.text("do") {
        "add_line" => show(&visit, Some(id), &form, rows + LINES, Judged::default()).await,
        "save" => {
            let (edit, found) = read_with_violations::<InvoicePatch>(&body(patch(&form)));
            match edit_invoice(&context, id, &edit, &found).await {
                Ok(_) => {
                    visit.notifier.events();
                    Ok(see_other(&visit.path(&format!("invoices/{id}?done=saved"))))
                }
                Err(error) => {
                    show(&visit, Some(id), &form, rows, Judged::by(&visit, error.into())?).await
                }
            }
        }
        _ => {
            let judged = preview_of(&visit, id, &form).await?;
            show(&visit, Some(id), &form, rows, judged).await
        }
    }
}

/// The invoice that is edited, as a form.
async fn kept(visit: &Visit) -> Result<(InvoiceId, Form), PageError> {
    let organization = visit.require(Scope::InvoiceUpdate)?;
    let id = InvoiceId(visit.id("id")?);
    let invoice = visit.store.invoice(organization, id).await?;
    let AnyDocument::Issued(document) = &invoice.document else { return Err(PageError::Missing) };
    Ok((id, as_typed(document, invoice.version)))
}

async fn show(
    visit: &Visit,
    edited: Option<InvoiceId>,
    form: &Form,
    rows: usize,
    judged: Judged,
) -> Page {
    let t = visit.t();
    let head = head_fields(visit, edited, form, &judged.found).await?;
    let (title, href) = match edited {
        None => (t.new_invoice, visit.path("invoices/new")),
        Some(id) => (t.edit, visit.path(&format!("invoices/{id}/edit"))),
    };
    let preview = ("preview", t.preview, "second");
    let buttons = match edited {
        None => vec![preview, ("draft", t.save_draft, "second"), ("issue", t.issue, "main")],
        Some(_) => vec![preview, ("save", t.save, "main")],
    };
    let refused = judged.fault.is_some() || !judged.found.is_empty();
    let status = if refused { StatusCode::UNPROCESSABLE_ENTITY } else { StatusCode::OK };
    let more = more_fields(visit, edited, form, &judged.found).await?;
    let delivery = delivery::fields(visit, form, &judged.found);
    let shown = LinesForm {
        title,
        once: form.filled("once").map_or_else(|| Uuid::new_v4().to_string(), str::to_owned),
        faults: faults(&visit.words, &judged.found),
        fault: judged.fault,
        head,
        customer: if edited.is_none() {
            customer_fields(visit, form, &judged.found)
        } else {
            Vec::new()
        },
        customer_open: form.filled("name").is_some(),
        lines: lines(
            visit,
            form,
            rows.clamp(1, MAX_ITEMS),
            &judged.found,
            judged.document.as_ref(),
        ),
        delivery_open: is_open(&delivery),
        delivery,
        more_open: is_open(&more),
        more,
        sums: ShownSums::of(visit, judged.document.as_ref()),
        live: Some(format!("{href}/totals")),
        href,
        buttons,
        frame: Frame::of(visit).live(),
    };
    Ok(live_html(status, &shown, visit))
}

/// Whether what is folded is shown: something of it is filled, or wrong.
pub(super) fn is_open(fields: &[Field]) -> bool {
    fields.iter().any(|field| field.fault.is_some() || !field.value.is_empty())
}
