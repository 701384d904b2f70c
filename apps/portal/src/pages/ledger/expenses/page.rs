use crate::pages::invoicing::invoices::tables::payments_table;
use crate::{
    answer::see_other,
    blocks::{Action, Cell, Choice, Fact, Field, Link, Section, facts},
    error::{Page, PageError},
    form::{Form, number},
    view::View,
    visit::{Visit, read_right},
};
use ::expenses::{Expense, ExpenseChange, ExpenseId, ExpenseOrigin, ExpenseStatus, SettledExpense};
use access::Scope;
use agent_requests::{PaymentBody, RejectBody};
use api_http::Body;
use idempotency::{Answer, UnwritableAnswer};
use invoicing::{PaymentId, PaymentMethod};
use use_cases::ledger::expenses::{Step, change_expense, expense, pay_expense};
use uuid::Uuid;

/// An expense with its payments.
pub(in crate::pages) async fn page(visit: Visit) -> Page {
    view(&visit).await?.show(&visit)
}

async fn view(visit: &Visit) -> Result<View, PageError> {
    let context = visit.context(Scope::InvoiceRead)?;
    let settled = expense(&context, ExpenseId(visit.id("id")?)).await?;
    let (t, words, expense) = (visit.t(), &visit.words, &settled.expense);
    let kind = words.expense_type(expense.content.expense_type);
    let mut view = View::new(format!("{kind} {}", expense.content.number));
    view.badges = vec![words.expense_status(expense.status)];
    if let ExpenseOrigin::Received(document, _) = expense.origin {
        view.links = vec![Link::new(visit.path(&format!("received/{document}")), t.document)];
    }
    let may_set_off = visit.may(Scope::InvoiceUpdate) && visit.may(Scope::ReceiptUpdate);
    if may_set_off && expense.status == ExpenseStatus::Approved && expense.amount_owed().is_some() {
        let href = visit.path(&format!("offsets/new?expense_id={}", expense.id));
        view.links.push(Link::new(href, t.set_off));
    }
    view.actions = actions(visit, expense);
    view.facts = of_expense(visit, expense);
    view.sections = vec![payments(visit, &settled)];
    if !expense.review.reasons.is_empty() {
        let lead = expense.review.reasons.join(" · ");
        view.sections.insert(0, Section { lead, ..Section::new(t.to_review) });
    }
    Ok(view)
}

fn of_expense(visit: &Visit, expense: &Expense) -> Vec<Fact> {
    let (t, words, content) = (visit.t(), &visit.words, &expense.content);
    let amount = |sum| words.amount(sum, content.currency.code());
    facts([
        (t.supplier, Cell::text(&*content.supplier.name)),
        (t.ico, Cell::maybe(content.supplier.ico.clone())),
        (t.issued_on, words.date(content.issue_date)),
        (t.delivered_on, words.day(content.delivery_date)),
        (t.due_on, words.day(content.due_date)),
        (t.variable_symbol, Cell::maybe(content.variable_symbol.clone())),
        (t.net, amount(content.totals.subtotal)),
        (t.vat, amount(content.totals.vat_total)),
        (t.total, amount(content.totals.total)),
        (t.outstanding, amount(expense.outstanding())),
        (t.payment, Cell::Badge(words.payment_status(expense.payment_status()))),
        (t.rejected_because, Cell::maybe(expense.review.rejected.clone())),
        (t.plain_note, Cell::maybe(content.note.clone())),
    ])
}

/// The payments. The last one can be undone.
fn payments(visit: &Visit, settled: &SettledExpense) -> Section {
    let (t, expense) = (visit.t(), &settled.expense);
    let currency = expense.content.currency.code();
    let table = payments_table(&visit.words, &settled.payments, currency);
    let last = settled.payments.iter().rfind(|it| it.offset_id.is_none());
    let last = last.filter(|_| visit.may(Scope::ReceiptUpdate)).map(|payment| {
        let path = format!("expenses/{}/payments/{}/undo", expense.id, payment.id);
        Action::new(visit.path(&path), t.take_back).danger(t.take_back_note)
    });
    Section { actions: last.into_iter().collect(), ..Section::table(t.payments, table) }
}

fn actions(visit: &Visit, expense: &Expense) -> Vec<Action> {
    let t = visit.t();
    let path = |rest: &str| visit.path(&format!("expenses/{}/{rest}", expense.id));
    let mut actions = Vec::new();
    if visit.may(Scope::ReceiptApprove) {
        if expense.status == ExpenseStatus::PendingApproval {
            actions.push(Action::new(path("approve"), t.approve).main());
        }
        if !matches!(expense.status, ExpenseStatus::Approved | ExpenseStatus::Rejected) {
            let reason = Field::new("reason", t.reason, "").area();
            actions.push(Action::new(path("reject"), t.reject).danger("").with(vec![reason]));
        }
    }
    let open = expense.amount_owed().filter(|_| visit.may(Scope::ReceiptUpdate));
    if let Some(open) = open {
        let methods = PaymentMethod::RECORDED.map(|it| {
            Choice::new(it.name(), visit.words.method(it), PaymentMethod::BankTransfer.name())
        });
        let today = service_day::date(visit.clock.now()).to_string();
        actions.push(Action::new(path("payments"), t.record_payment).with(vec![
            Field::hidden("once", Uuid::new_v4().to_string()),
            Field::new("amount", t.amount, money::round(open).to_string()).required(),
            Field::new("date", t.day, today).kind("date"),
            Field::new("method", t.method, "").choice(methods.to_vec()),
        ]));
    }
    actions
}

fn nothing(_: &SettledExpense, _: &ExpenseChange) -> Result<Answer, UnwritableAnswer> {
    Ok(Answer { status: 200, body: Vec::new() })
}

pub(in crate::pages) async fn approve(visit: Visit, body: Body) -> Page {
    visit.form(&body)?;
    let context = visit.context(Scope::ReceiptApprove)?;
    let id = ExpenseId(visit.id("id")?);
    change_expense(&context, id, &Step::Approve, nothing).await?;
    back(&visit, id, "saved")
}

/// The page of the expense with a form that was refused.
async fn show_refused(visit: &Visit, id: ExpenseId, form: &Form, error: PageError) -> Page {
    view(visit).await?.refused_at(visit, &format!("expenses/{id}"), form, error)
}

pub(in crate::pages) async fn reject(visit: Visit, body: Body) -> Page {
    let form = visit.form(&body)?;
    let context = visit.context(Scope::ReceiptApprove)?;
    let id = ExpenseId(visit.id("id")?);
    let rejected = async {
        let reason = read_right::<RejectBody>(form.object(&["reason"]))?;
        change_expense(&context, id, &Step::Reject(reason), nothing).await?;
        Ok::<_, PageError>(())
    };
    match rejected.await {
        Ok(()) => back(&visit, id, "saved"),
        Err(error) => show_refused(&visit, id, &form, error).await,
    }
}

pub(in crate::pages) async fn pay(visit: Visit, body: Body) -> Page {
    let form = visit.form(&body)?;
    let context = visit.context(Scope::ReceiptUpdate)?;
    let id = ExpenseId(visit.id("id")?);
    let paid = async {
        let mut object = form.object(&["date", "method"]);
        object.insert("amount".to_owned(), number(form.text("amount")).into());
        let request = read_right::<PaymentBody>(object)?;
        let lease = visit.lease("portal.expense_payments", &form);
        pay_expense(&context, id, request, lease, nothing).await?;
        Ok::<_, PageError>(())
    };
    match paid.await {
        Ok(()) => back(&visit, id, "paid"),
        Err(error) => show_refused(&visit, id, &form, error).await,
    }
}

/// Takes a payment back that was recorded by mistake.
pub(in crate::pages) async fn undo_payment(visit: Visit, body: Body) -> Page {
    visit.form(&body)?;
    let context = visit.context(Scope::ReceiptUpdate)?;
    let id = ExpenseId(visit.id("id")?);
    let step = Step::TakeBack(PaymentId(visit.id("payment")?));
    change_expense(&context, id, &step, nothing).await?;
    back(&visit, id, "taken-back")
}

fn back(visit: &Visit, id: ExpenseId, done: &str) -> Result<actix_web::HttpResponse, PageError> {
    Ok(see_other(&visit.path(&format!("expenses/{id}?done={done}"))))
}
