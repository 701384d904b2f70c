//! A stock document is written, and its draft is changed.

use super::{lines, names};
use crate::{
    answer::see_other,
    blocks::{Choice, Choices, Field, FormBlock, Link},
    error::{Page, PageError},
    form::{Form, fault_at},
    pages::finding::{is_other_asked, items, warehouse},
    view::View,
    visit::{Visit, once, read},
};
use ::stock::{DocumentKind, StockDocument, StockDocumentId, StockStore};
use access::Scope;
use agent_requests::StockDocumentBody;
use api_http::{Body, error::ApiError};
use idempotency::Answer;
use invoicing::Violations;
use serde_json::{Map, Value};
use use_cases::{
    invoicing::records::NewRecord,
    ledger::stock::{add_document, change_document},
};

/// The fields that are sent as they were entered.
const TEXTS: [&str; 5] = ["type", "warehouse_id", "to_warehouse_id", "date", "note"];

pub(in crate::pages) async fn new(visit: Visit) -> Page {
    visit.require(Scope::StockUpdate)?;
    let today = service_day::date(visit.clock.now()).to_string();
    let typed = Form::of(vec![("date", today)]);
    view(&visit, &typed, None).await?.show(&visit)
}

/// Keeps a draft, which its page shows before it is confirmed.
pub(in crate::pages) async fn create(visit: Visit, body: Body) -> Page {
    let typed = visit.form(&body)?;
    let context = visit.context(Scope::StockUpdate)?;
    if is_other_asked(&typed) {
        return view(&visit, &typed, None).await?.show(&visit);
    }
    let (input, found) = read::<StockDocumentBody>(object(&typed));
    let lease = visit.lease("portal.stock_documents", &typed);
    let respond = |document: &StockDocument| Answer::json(201, &document.id);
    match add_document(&context, NewRecord { input, found, lease }, respond).await {
        Ok(Answer { body, .. }) => {
            let id: StockDocumentId = serde_json::from_slice(&body).map_err(ApiError::internal)?;
            Ok(see_other(&visit.path(&format!("stock/documents/{id}?done=saved"))))
        }
        Err(error) => refused(&visit, error, &typed, None).await,
    }
}

/// The form of a draft.
pub(in crate::pages) async fn edit(visit: Visit) -> Page {
    let document = draft(&visit).await?;
    view(&visit, &filled_form(&visit, &document), Some(document.id)).await?.show(&visit)
}

pub(in crate::pages) async fn save(visit: Visit, body: Body) -> Page {
    let typed = visit.form(&body)?;
    let context = visit.context(Scope::StockUpdate)?;
    let id = draft(&visit).await?.id;
    if is_other_asked(&typed) {
        return view(&visit, &typed, Some(id)).await?.show(&visit);
    }
    let (input, found) = read::<StockDocumentBody>(object(&typed));
    match change_document(&context, id, &input, &found).await {
        Ok(_) => Ok(see_other(&visit.path(&format!("stock/documents/{id}?done=saved")))),
        Err(error) => refused(&visit, error, &typed, Some(id)).await,
    }
}

/// The draft of the path. A confirmed document is refused, because it can no longer be changed.
async fn draft(visit: &Visit) -> Result<StockDocument, PageError> {
    let organization = visit.require(Scope::StockUpdate)?;
    let id = StockDocumentId(visit.id("id")?);
    let document = visit.store.stock_document(organization, id).await?;
    document.must_be_draft().map_err(ApiError::from)?;
    Ok(document)
}

async fn refused(
    visit: &Visit,
    error: impl Into<PageError>,
    typed: &Form,
    id: Option<StockDocumentId>,
) -> Page {
    let offered = Offered::to(visit, typed).await?;
    View::refused(visit, error, |found| view_of(visit, typed, (id, offered), found))
}

fn object(typed: &Form) -> Map<String, Value> {
    let mut object = typed.object(&TEXTS);
    object.extend(typed.text("version").parse::<i64>().map(|it| ("version".to_owned(), it.into())));
    object.insert("lines".to_owned(), lines::values(typed));
    object
}

/// A draft as it would be typed.
fn filled_form(visit: &Visit, document: &StockDocument) -> Form {
    let to = document.to_warehouse.map(|to| to.to_string()).unwrap_or_default();
    let mut typed = vec![
        ("version", document.version.to_string()),
        ("type", document.kind.name().to_owned()),
        ("warehouse_id", document.warehouse.to_string()),
        ("to_warehouse_id", to),
        ("date", document.day.to_string()),
        ("note", document.note.clone().unwrap_or_default()),
    ];
    typed.extend(document.lines.iter().flat_map(|line| lines::filled_line(visit, line)));
    Form::of(typed)
}

/// The options of a form: warehouses, the destinations of a transfer, and the items of each line.
struct Offered {
    from: Field,
    to: Field,
    items: Vec<Choices>,
}

impl Offered {
    async fn to(visit: &Visit, typed: &Form) -> Result<Self, PageError> {
        let t = visit.t();
        Ok(Self {
            from: warehouse(visit, typed, ("warehouse_id", t.warehouse)).await?,
            to: warehouse(visit, typed, ("to_warehouse_id", t.to_warehouse)).await?,
            items: items(visit, typed, "item_id", lines::rows(typed)).await?,
        })
    }
}

async fn view(visit: &Visit, typed: &Form, id: Option<StockDocumentId>) -> Result<View, PageError> {
    let offered = Offered::to(visit, typed).await?;
    Ok(view_of(visit, typed, (id, offered), &Violations::new()))
}

fn view_of(
    visit: &Visit,
    typed: &Form,
    (id, Offered { from, to, items }): (Option<StockDocumentId>, Offered),
    found: &Violations,
) -> View {
    let t = visit.t();
    let field = |name: &'static str, label| {
        Field::new(name, label, typed.text(name)).fault(fault_at(found, name))
    };
    let mut fields = vec![
        once(typed),
        kind(visit, typed, id.is_some()),
        from.fault(fault_at(found, "warehouse_id")).required(),
        to.fault(fault_at(found, "to_warehouse_id")).hint(t.to_warehouse_hint),
        field("date", t.day).kind("date"),
        field("note", t.plain_note).area(),
    ];
    fields.extend(id.map(|_| Field::hidden("version", typed.text("version"))));
    fields.extend(lines::fields(visit, typed, &items, found));
    let (title, href, back) = match id {
        None => {
            (t.new_stock_document, "stock/documents/new".to_owned(), "stock/documents".to_owned())
        }
        Some(id) => {
            let page = format!("stock/documents/{id}");
            (t.edit_stock_document, format!("{page}/edit"), page)
        }
    };
    let form = Some(FormBlock { href: visit.path(&href), fields, submit: t.save });
    let links = vec![Link::new(visit.path(&back), t.back)];
    View { form, links, lead: t.stock_document_lead, ..View::new(title) }
}

/// The kind of the document, which cannot be changed in a draft.
fn kind(visit: &Visit, typed: &Form, is_draft: bool) -> Field {
    let t = visit.t();
    let chosen = typed.filled("type").unwrap_or(DocumentKind::Receipt.name());
    let all = DocumentKind::ALL.into_iter().filter(|it| !is_draft || it.name() == chosen);
    let choices = all.map(|it| Choice::new(it.name(), names::kind(t, it), chosen));
    Field::new("type", t.kind, "").choice(choices.collect())
}
