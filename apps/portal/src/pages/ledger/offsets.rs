use crate::pages::rows::ROWS;
use crate::{
    answer::see_other,
    blocks::{Action, Cell, Choice, Field, FormBlock, Link, Section, Table, facts},
    error::{Page, PageError},
    form::{Form, number},
    view::View,
    visit::{Visit, once, read},
};
use ::expenses::{Expense, ExpenseFilter, ExpenseStatus, ExpenseStore, ExpenseType};
use ::offsets::{OffsetFilter, OffsetId, OffsetRecord, OffsetRequest, OffsetStore, PageNumber};
use access::Scope;
use agent_requests::OffsetBody;
use api_http::error::ParameterFault;
use api_http::{Body, error::ApiError, file, timing_of};
use idempotency::{Answer, UnwritableAnswer};
use invoicing::{InvoiceFilter, InvoiceStatus, InvoiceStore, InvoiceSummary, InvoiceType};
use runtime::set_off_pdf::render_agreement;
use use_cases::ledger::{
    accounting::accounting_now,
    offsets::{offset_record, set_off, undo_set_off},
};

/// Documents to choose from: the newest that are open.
const DOCUMENTS: u16 = 100;

/// Set-offs, the newest first.
pub(in crate::pages) async fn list(visit: Visit) -> Page {
    let context = visit.context(Scope::InvoiceRead)?;
    let t = visit.t();
    let mut query = visit.query()?;
    let _ = query.text("done");
    let page = query.parse("page", ParameterFault::Page).unwrap_or(1).max(1);
    query.finish()?;
    let filter = OffsetFilter { seen_from: Some(context.network()), ..OffsetFilter::default() };
    let of = PageNumber { page, per_page: ROWS };
    let found = visit.store.offsets(context.organization, filter, of).await?;
    let more = u64::from(page) * u64::from(ROWS) < found.total;
    let mut view = View::new(t.offsets);
    view.lead = t.offsets_lead;
    if may_set_off(&visit) {
        view.links = vec![Link::main(visit.path("offsets/new"), t.new_offset)];
    }
    let heads = vec![t.day, t.reference, t.amount, t.type_invoice, t.expense];
    let row = |record: &OffsetRecord| row(&visit, record);
    let table = Table {
        next: more.then(|| (format!("?page={}", page.saturating_add(1)), t.next_rows)),
        ..Table::of(t.offsets, heads, (&found.rows, t.no_offsets), row)
    };
    view.sections = vec![Section::table(t.list, table)];
    view.show(&visit)
}

fn row(visit: &Visit, record: &OffsetRecord) -> Vec<Cell> {
    let (offset, words) = (&record.offset, &visit.words);
    let day = languages::date(offset.date, words.language);
    vec![
        Cell::link(visit.path(&format!("offsets/{}", offset.id)), day),
        Cell::maybe(offset.reference.clone()),
        words.amount(offset.amount, offset.currency.code()),
        Cell::Badge(words.status(record.invoice.status)),
        Cell::Badge(words.payment_status(record.expense.payment_status)),
    ]
}

fn may_set_off(visit: &Visit) -> bool {
    visit.may(Scope::InvoiceUpdate) && visit.may(Scope::ReceiptUpdate)
}

/// A set-off with the current state of both documents.
pub(in crate::pages) async fn page(visit: Visit) -> Page {
    let context = visit.context(Scope::InvoiceRead)?;
    let id = OffsetId(visit.id("id")?);
    let record = offset_record(&context, id).await?;
    let offset = &record.offset;
    let standing = accounting_now(&context, &[id]).await?.of(id, offset.date);
    let (t, words, currency) = (visit.t(), &visit.words, offset.currency.code());
    let mut view = View::new(t.offset);
    if visit.may(Scope::InvoiceDownload) {
        view.links = vec![Link::new(visit.path(&format!("offsets/{id}/pdf")), t.agreement)];
    }
    if may_set_off(&visit) {
        let undo = Action::new(visit.path(&format!("offsets/{id}/undo")), t.undo_offset);
        view.actions = vec![undo.danger(t.undo_offset_note)];
    }
    view.facts = facts([
        (t.amount, words.amount(offset.amount, currency)),
        (t.day, words.date(offset.date)),
        (t.reference, Cell::maybe(offset.reference.clone())),
        (t.plain_note, Cell::maybe(offset.note.clone())),
        (t.accounting, Cell::Badge(words.posting_state(standing.state))),
        (t.reason, Cell::maybe(standing.reason.map(|reason| words.stored_refusal(&reason)))),
        (t.made_at, words.time(offset.created_at)),
    ]);
    view.sections = documents(&visit, &record);
    view.show(&visit)
}

/// The current state of both documents.
fn documents(visit: &Visit, record: &OffsetRecord) -> Vec<Section> {
    let (t, words) = (visit.t(), &visit.words);
    let OffsetRecord { offset, invoice, expense } = record;
    let amount = |sum| words.amount(sum, offset.currency.code());
    let invoice_cells = [
        Cell::link(visit.path(&format!("invoices/{}", invoice.id)), t.show),
        Cell::Badge(words.status(invoice.status)),
        amount(invoice.total),
        amount(invoice.paid_amount),
        amount(invoice.outstanding),
    ];
    let expense_cells = [
        Cell::link(visit.path(&format!("expenses/{}", expense.id)), t.show),
        Cell::Badge(words.payment_status(expense.payment_status)),
        amount(expense.total),
        amount(expense.paid_amount),
        amount(expense.outstanding),
    ];
    let labels = [t.document, t.state, t.total, t.paid, t.outstanding];
    let one = |title, cells: [Cell; 5]| Section {
        facts: facts(labels.into_iter().zip(cells)),
        ..Section::new(title)
    };
    vec![one(t.type_invoice, invoice_cells), one(t.expense, expense_cells)]
}

/// The agreement, in the reader's language.
pub(in crate::pages) async fn pdf(visit: Visit) -> Page {
    let context = visit.context(Scope::InvoiceDownload)?;
    let id = OffsetId(visit.id("id")?);
    let pdf = render_agreement(context, id, visit.words.language, &timing_of(&visit.http)).await?;
    Ok(file(&pdf.name, "application/pdf").body(pdf.bytes))
}

/// Takes both payments back.
pub(in crate::pages) async fn undo(visit: Visit, body: Body) -> Page {
    visit.form(&body)?;
    visit.require(Scope::ReceiptUpdate)?;
    let context = visit.context(Scope::InvoiceUpdate)?;
    let gone = |_: &OffsetRecord| -> Result<Answer, UnwritableAnswer> {
        Ok(Answer { status: 204, body: Vec::new() })
    };
    undo_set_off(&context, OffsetId(visit.id("id")?), gone).await?;
    visit.notifier.events();
    Ok(see_other(&visit.path("offsets?done=taken-back")))
}

pub(in crate::pages) async fn new(visit: Visit) -> Page {
    visit.require(Scope::InvoiceUpdate)?;
    visit.require(Scope::ReceiptUpdate)?;
    let mut query = visit.query()?;
    let mut typed = vec![("offset_date", service_day::date(visit.clock.now()).to_string())];
    for name in ["invoice_id", "expense_id"] {
        typed.extend(query.text(name).map(|id| (name, id)));
    }
    form_view(&visit, &Form::of(typed)).await?.show(&visit)
}

/// Sets off, once however often the form is sent.
pub(in crate::pages) async fn create(visit: Visit, body: Body) -> Page {
    let form = visit.form(&body)?;
    visit.require(Scope::ReceiptUpdate)?;
    let context = visit.context(Scope::InvoiceUpdate)?;
    let names = ["invoice_id", "expense_id", "offset_date", "reference", "note"];
    let mut object = form.object(&names);
    object.insert("amount".to_owned(), number(form.text("amount")).into());
    let (input, found) = read::<OffsetBody>(object);
    let lease = visit.lease("portal.offsets", &form);
    let respond = |record: &OffsetRecord| Answer::json(201, &record.offset.id);
    let made = match OffsetRequest::check(&input, found) {
        Ok(request) => set_off(&context, &request, lease, respond).await.map_err(PageError::from),
        Err(found) => Err(found.into()),
    };
    match made {
        Ok(Answer { body, .. }) => {
            visit.notifier.events();
            let id: OffsetId = serde_json::from_slice(&body).map_err(ApiError::internal)?;
            Ok(see_other(&visit.path(&format!("offsets/{id}?done=saved"))))
        }
        Err(error) => {
            let view = form_view(&visit, &form).await?;
            View::refused(&visit, error, |found| view.faulty(found))
        }
    }
}

async fn form_view(visit: &Visit, form: &Form) -> Result<View, PageError> {
    let t = visit.t();
    let field = |name, label| Field::new(name, label, form.text(name));
    let invoices = invoices(visit, form.text("invoice_id")).await?;
    let expenses = expenses(visit, form.text("expense_id")).await?;
    let fields = vec![
        once(form),
        field("invoice_id", t.type_invoice).choice(invoices).required(),
        field("expense_id", t.expense).choice(expenses).required(),
        field("amount", t.amount).required(),
        field("offset_date", t.day).kind("date"),
        field("reference", t.reference).hint(t.reference_hint),
        field("note", t.note_on_agreement).area(),
    ];
    let form = Some(FormBlock { href: visit.path("offsets/new"), fields, submit: t.set_off });
    Ok(View { form, lead: t.offsets_lead, ..View::new(t.new_offset) })
}

/// The newest invoices of which something is open.
async fn invoices(visit: &Visit, chosen: &str) -> Result<Vec<Choice>, PageError> {
    let filter =
        InvoiceFilter { invoice_type: Some(InvoiceType::Invoice), ..InvoiceFilter::default() };
    let organization = visit.member.organization;
    let page = visit.store.invoices(organization, &filter, None, DOCUMENTS).await?;
    let is_open = |row: &&InvoiceSummary| {
        let stands = !row.status.is_draft() && row.status != InvoiceStatus::Cancelled;
        stands && row.outstanding > money::Decimal::ZERO
    };
    let choice = |row: &InvoiceSummary| {
        let open = visit.words.money(row.outstanding, row.currency.code());
        let label = format!("{} · {} · {open}", row.number, row.customer_name);
        Choice::new(row.id.to_string(), label, chosen)
    };
    let empty = std::iter::once(Choice::new("", visit.t().choose, chosen));
    Ok(empty.chain(page.rows.iter().filter(is_open).map(choice)).collect())
}

/// The newest approved invoices of suppliers of which something is open.
async fn expenses(visit: &Visit, chosen: &str) -> Result<Vec<Choice>, PageError> {
    let filter = ExpenseFilter {
        seen_from: Some(peppol_connector::identifiers::Network::of(visit.tier)),
        status: Some(ExpenseStatus::Approved),
        ..ExpenseFilter::default()
    };
    let organization = visit.member.organization;
    let page = visit.store.expenses(organization, &filter, None, DOCUMENTS).await?;
    let is_open = |row: &&Expense| {
        row.content.expense_type == ExpenseType::Invoice && row.amount_owed().is_some()
    };
    let choice = |row: &Expense| {
        let (content, open) = (&row.content, row.outstanding());
        let open = visit.words.money(open, content.currency.code());
        let label = format!("{} · {} · {open}", content.number, content.supplier.name);
        Choice::new(row.id.to_string(), label, chosen)
    };
    let empty = std::iter::once(Choice::new("", visit.t().choose, chosen));
    Ok(empty.chain(page.rows.iter().filter(is_open).map(choice)).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::form::fault_at;
    use invoicing::Violations;
    use refusals::FieldFault;

    #[test]
    fn faults_stand_at_their_fields() {
        let mut found = Violations::new();
        found.add("amount", FieldFault::NotAboveZero);
        let form = FormBlock {
            href: String::new(),
            fields: vec![Field::new("amount", "", ""), Field::new("note", "", "")],
            submit: "",
        };
        let view = View { form: Some(form), ..View::new("") }.faulty(&found);
        let faults = view.form.into_iter().flat_map(|form| form.fields).map(|it| it.fault);
        assert_eq!(faults.collect::<Vec<_>>(), [fault_at(&found, "amount"), None]);
    }
}
