use super::{payment_proposals, statement_mappings};
use crate::pages::{choices, rows::counterparty};
use crate::{
    answer::see_other,
    blocks::{Cell, Fact, Field, FormBlock, Link, Section, Table, facts},
    error::{Page, PageError},
    form::{Form, Upload},
    view::View,
    visit::Visit,
};
use access::Scope;
use api_http::{Body, StatementNotRead, read_statements};
use bank_statements::{Fault, LineRecord, LineState, StatementId, StatementRecord, StatementStore};
use invoicing::{BankAccountId, Violation, Violations};
use money::Currency;
use persistence::Page as Rows;
use refusals::Reason;
use runtime::secrets::sha256;
use use_cases::ledger::{
    bank_statements::{statement_lines, take_statements},
    statement_mappings::mappings,
};

/// Rows of a page, beside the proposals: texts of banks are long.
const ROWS: u16 = 25;

/// Bank statements, the newest first, and the payments that wait for an answer.
pub(in crate::pages) async fn list(visit: Visit) -> Page {
    let (organization, t) = (visit.require(Scope::BankRead)?, visit.t());
    let (query, after) = visit.list()?;
    query.finish()?;
    let page = visit.store.statements(organization, None, after, ROWS).await?;
    let mut view = View::new(t.statements);
    view.lead = t.statements_lead;
    if visit.may(Scope::InvoiceUpdate) {
        view.links = vec![
            Link::main(visit.path("statements/new"), t.take_statement),
            Link::new(visit.path("statements/mappings"), t.mapped_columns),
        ];
    }
    view.sections = match after {
        None => payment_proposals::open(&visit, None).await?,
        Some(_) => Vec::new(),
    };
    view.sections.push(Section::table(t.list, table(&visit, &page)));
    view.show(&visit)
}

fn table(visit: &Visit, page: &Rows<StatementRecord>) -> Table {
    let t = visit.t();
    let heads = vec![
        t.statement,
        t.account,
        t.period,
        t.lines,
        t.line_recorded,
        t.line_proposed,
        t.line_unmatched,
        t.taken_at,
    ];
    let row = |record: &StatementRecord| row(visit, record);
    let table = Table::of(t.statements, heads, (&page.rows, t.no_statements), row);
    Table { next: visit.next_rows(page), ..table }
}

fn row(visit: &Visit, record: &StatementRecord) -> Vec<Cell> {
    let period = period(visit, record);
    let name = record.number.clone().or_else(|| period.clone());
    let name = name.unwrap_or_else(|| visit.t().no_number.to_owned());
    let count = |count: u32| Cell::text(count.to_string());
    vec![
        Cell::link(visit.path(&format!("statements/{}", record.id)), name),
        Cell::iban(&record.iban),
        Cell::maybe(period),
        count(record.counts.lines),
        count(record.counts.recorded),
        count(record.counts.proposed),
        count(record.counts.unmatched),
        visit.words.time(record.created_at),
    ]
}

fn period(visit: &Visit, record: &StatementRecord) -> Option<String> {
    let days = record.booked_from.zip(record.booked_to);
    days.map(|(from, to)| visit.words.days(from, to))
}

pub(in crate::pages) async fn new(visit: Visit) -> Page {
    visit.require(Scope::BankRead)?;
    visit.require(Scope::InvoiceUpdate)?;
    form_view(&visit, &Form::default()).await?.show(&visit)
}

/// Takes a statement: the same one again changes nothing.
pub(in crate::pages) async fn create(visit: Visit, body: Body) -> Page {
    let (form, Upload { content: file, .. }) = visit.form_with_file(&body).await?;
    visit.require(Scope::BankRead)?;
    let context = visit.context(Scope::InvoiceUpdate)?;
    let account = form.filled("bank_account_id").and_then(|id| id.parse::<BankAccountId>().ok());
    let hash = sha256(&file);
    let known = mappings(&context).await?;
    let read = read_statements(&visit, file, None, known).await;
    if let Err(StatementNotRead::Faulty(error)) = &read
        && let Fault::UnknownColumns { headings, .. } = &error.fault
    {
        let view = statement_mappings::columns_form(&visit, headings, &Form::default());
        return View::refused(&visit, error.clone(), |_| view);
    }
    let taken = match read {
        Ok(file) => {
            let taken = take_statements(&context, &file, hash, account).await;
            taken.map_err(PageError::from)
        }
        Err(error) => Err(PageError::from(error)),
    };
    match taken {
        Ok(taken) => {
            visit.notifier.events();
            let is_repeat = taken.statements.iter().all(|statement| statement.is_repeat);
            let done = if is_repeat { "known" } else { "saved" };
            // those of several accounts stand in the list
            let path = match &taken.statements[..] {
                [only] => format!("statements/{}?done={done}", only.record.id),
                _ => format!("statements?done={done}"),
            };
            Ok(see_other(&visit.path(&path)))
        }
        Err(error) => {
            let view = form_view(&visit, &form).await?;
            View::refused(&visit, error, |found| view.faulty(&of_file(&visit, found)))
        }
    }
}

/// What is wrong inside the file stands at the field of the file.
fn of_file(visit: &Visit, found: &Violations) -> Violations {
    let mut shown = Violations::new();
    for Violation { field, message, .. } in found.as_slice() {
        match field.as_str() {
            "bank_account_id" | "file" => shown.add(field.clone(), message.clone()),
            place => shown.add("file", Reason::plain(visit.words.at(place, message))),
        }
    }
    shown
}

async fn form_view(visit: &Visit, form: &Form) -> Result<View, PageError> {
    let t = visit.t();
    let accounts =
        choices::accounts(visit, t.account_of_statement, form.text("bank_account_id")).await?;
    let fields = vec![
        Field::new("file", t.file, "")
            .file(".xml,.csv,.sta,.940,.mt940,.gpc,.abo,.txt,text/csv,text/plain,application/xml")
            .required()
            .hint(t.statement_hint),
        Field::new("bank_account_id", t.account, "").choice(accounts),
    ];
    let href = visit.path("statements/new");
    let form = Some(FormBlock { href, fields, submit: t.take_statement });
    Ok(View { form, ..View::new(t.take_statement) })
}

/// One of them with its lines, and what became of them.
pub(in crate::pages) async fn page(visit: Visit) -> Page {
    let context = visit.context(Scope::BankRead)?;
    let id = StatementId(visit.id("id")?);
    let (mut query, after) = visit.list()?;
    let state = query.one_of("state", &LineState::ALL, LineState::name);
    query.finish()?;
    let (record, page) = statement_lines(&context, id, state, after, ROWS).await?;
    let next = visit.next_rows(&page);
    let t = visit.t();
    let (account, period) = (languages::iban(&record.iban), period(&visit, &record));
    let period = period.map(|days| format!(" · {days}")).unwrap_or_default();
    let mut view = View::new(format!("{} {account}{period}", t.statement));
    view.links = vec![Link::new(visit.path("statements"), t.back)];
    view.filters = filters(&visit, state);
    view.facts = of_statement(&visit, &record);
    let row = |line: &LineRecord| line_row(&visit, line, record.currency);
    let heads =
        vec![t.day, t.amount, t.variable_symbol, t.counterparty, t.state, t.why, t.document];
    let table = Table { next, ..Table::of(t.lines, heads, (&page.rows, t.no_lines), row) };
    view.sections = payment_proposals::open(&visit, Some(id)).await?;
    view.sections.push(Section::table(t.lines, table));
    view.show(&visit)
}

fn filters(visit: &Visit, state: Option<LineState>) -> Vec<Field> {
    let t = visit.t();
    let chosen = state.map_or("", LineState::name);
    let label = |it| visit.words.line_state(it).text;
    let states = choices::named(Some(t.any), &LineState::ALL, LineState::name, label, chosen);
    vec![Field::new("state", t.state, "").choice(states)]
}

fn of_statement(visit: &Visit, record: &StatementRecord) -> Vec<Fact> {
    let (t, counts) = (visit.t(), &record.counts);
    let count = |count: u32| Cell::text(count.to_string());
    facts([
        (t.account, Cell::iban(&record.iban)),
        (t.currency, Cell::text(record.currency.code())),
        (t.period, Cell::maybe(period(visit, record))),
        (t.lines, count(counts.lines)),
        (t.line_recorded, count(counts.recorded)),
        (t.line_proposed, count(counts.proposed)),
        (t.line_unmatched, count(counts.unmatched)),
        (t.lines_repeated, count(counts.repeated)),
        (t.lines_pending, count(counts.pending)),
        (t.taken_at, visit.words.time(record.created_at)),
    ])
}

fn line_row(visit: &Visit, record: &LineRecord, currency: Currency) -> Vec<Cell> {
    let (t, words, line) = (visit.t(), &visit.words, &record.line);
    let number = record.invoice_number.as_deref().unwrap_or(t.type_invoice);
    let invoice = record.invoice.map(|id| visit.path(&format!("invoices/{id}")));
    vec![
        words.date(line.booked_on),
        words.amount(line.amount, currency.code()),
        Cell::maybe(line.variable_symbol.clone()),
        counterparty(t, line),
        Cell::Badge(words.line_state(record.state)),
        Cell::text(words.match_reason(record.reason)),
        invoice.map_or(Cell::Nothing, |href| Cell::link(href, number)),
    ]
}
