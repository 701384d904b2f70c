//! A year of business before today, so that lists and figures of the demo show something. It goes through the
//! use cases, in this process: over HTTP its invoices would be too many for a minute.

use super::result::Failure;
use access::{OrganizationId, Tier};
use agent_requests::{
    ContractCreate, ExpenseCreate, ExpenseRequest, InvoiceCreate, PaymentBody, read,
};
use bank_statements::read as read_statement;
use contracts::Contract;
use expenses::{Expense, ExpenseChange, ExpenseId, SettledExpense};
use idempotency::{Answer, UnwritableAnswer};
use invoicing::{
    InvoiceFilter, InvoiceStatus, InvoiceStore, Issued, Violations,
    paying::PaymentChange,
    records::{BankAccountStore, ContactFilter},
};
use runtime::{secrets::sha256, wiring::App};
use serde_json::{Value, json};
use time::{Date, Duration};
use use_cases::{
    Context,
    invoicing::{
        issue_invoice::{Issue, issue_invoice},
        overdue::make_overdue,
        payments::record_payment,
        records::NewRecord,
    },
    ledger::{
        bank_statements::take_statement,
        contracts::add_contract,
        expenses::{NewExpenseRequest, Step, add_expense, change_expense, pay_expense},
    },
};

/// Months that it goes back.
const MONTHS: u8 = 12;

/// The days of a month on which invoices are issued.
const DAYS: [u8; 3] = [3, 11, 19];

/// Customers of the year: name, IČO, town.
const CUSTOMERS: [[&str; 4]; 4] = [
    ["Stavmat Žilina s. r. o.", "36401234", "Žilina", "010 01"],
    ["Drevodom Orava a. s.", "36412345", "Námestovo", "029 01"],
    ["Obec Lehota", "00314567", "Lehota", "951 36"],
    ["Krovy Považie s. r. o.", "36423456", "Trenčín", "911 01"],
];

/// The goods that are sold: description, unit, price.
const GOODS: [[&str; 3]; 4] = [
    ["Smrekové rezivo", "m3", "298.40"],
    ["Dubové dosky", "ks", "61.90"],
    ["Montáž krovu", "hod", "34.50"],
    ["Doprava na stavbu", "km", "0.95"],
];

/// Fills the year of a company.
pub async fn fill_year(app: &App, organization: OrganizationId) -> Result<(), Failure> {
    let context = Context::new(app, organization, Tier::Test);
    let today = app.clock.today();
    for back in (1..=MONTHS).rev() {
        let month = service_day::months_before(today, back).ok_or("the calendar ends")?;
        for (n, day) in DAYS.into_iter().enumerate() {
            let issued = month.replace_day(day)?;
            // the last month is still to be paid in part
            let is_open = back == 1 && n > 0 || back == 2 && n == 2;
            let turn = usize::from(MONTHS - back) * DAYS.len() + n;
            invoice(&context, issued, turn, is_open).await?;
        }
        expense(&context, month, back).await?;
    }
    make_overdue(app).await?;
    contract(&context, today).await?;
    statement(&context, today).await
}

/// An invoice of the year, and its payment.
async fn invoice(
    context: &Context<'_, App>,
    issued: Date,
    turn: usize,
    is_open: bool,
) -> Result<(), Failure> {
    let [name, ico, city, postal_code] = CUSTOMERS[turn % CUSTOMERS.len()];
    let [description, unit, price] = GOODS[turn % GOODS.len()];
    let address =
        json!({"street": "Hlavná 12", "city": city, "postalCode": postal_code, "country": "SK"});
    let number = format!("FA{:02}{:02}{turn:02}", issued.year() % 100, u8::from(issued.month()));
    let body = json!({
        "customer": {"name": name, "ico": ico, "address": address},
        "items": [{"description": description, "quantity": 4 + turn % 9 * 3, "unit": unit, "unit_price": price, "vat_rate": 23}],
        "issue_date": issued.to_string(), "delivery_date": issued.to_string(),
        "invoice_number": number,
    });
    let request = read::<InvoiceCreate>(&bytes(&body))?;
    let issue = Issue { request, found: Violations::new(), lease: None };
    let respond = |issued: &Issued<'_>| {
        let invoice = &issued.invoice;
        Answer::json(201, &(invoice.id, money::round(invoice.document.totals.total)))
    };
    let answer = issue_invoice(context, issue, respond).await?;
    if !is_open {
        let (id, total): (_, Value) = serde_json::from_slice(&answer.body)?;
        let request = read::<PaymentBody>(&bytes(&paid(&total, issued + Duration::days(9))))?;
        let nothing = |_: &PaymentChange| Ok(Answer { status: 200, body: Vec::new() });
        record_payment(context, id, request, None, nothing).await?;
    }
    Ok(())
}

fn paid(amount: &Value, day: Date) -> Value {
    json!({"amount": amount, "date": day.to_string(), "method": "bank_transfer"})
}

/// A supplier's invoice of a month; the newest waits for its approval.
async fn expense(context: &Context<'_, App>, month: Date, back: u8) -> Result<(), Failure> {
    let total = format!("{}.00", 180 + u16::from(back) * 23);
    let body = json!({
        "supplier": {"name": "Lesy Kysuce s. r. o.", "ico": "36434567"},
        "number": format!("{}{:02}17", month.year(), u8::from(month.month())),
        "issue_date": month.to_string(), "due_date": (month + Duration::days(20)).to_string(),
        "total": total,
    });
    let ExpenseRequest::Entered(input) = read::<ExpenseCreate>(&bytes(&body))? else {
        return Err("the expense is not entered".into());
    };
    let new = NewExpenseRequest { input: *input, found: Violations::new(), lease: None };
    let answer = add_expense(context, new, |it: &Expense| Answer::json(201, &it.id)).await?;
    let id: ExpenseId = serde_json::from_slice(&answer.body)?;
    if back == 1 {
        return Ok(());
    }
    change_expense(context, id, &Step::Approve, unsaid).await?;
    let payment = paid(&json!(total), month + Duration::days(15));
    pay_expense(context, id, read::<PaymentBody>(&bytes(&payment))?, None, unsaid).await?;
    Ok(())
}

fn unsaid(_: &SettledExpense, _: &ExpenseChange) -> Result<Answer, UnwritableAnswer> {
    Ok(Answer { status: 200, body: Vec::new() })
}

/// A contract whose first invoice is to come.
async fn contract(context: &Context<'_, App>, today: Date) -> Result<(), Failure> {
    let store = &context.ports.store;
    let any = ContactFilter::default();
    let customers = store.contacts(context.organization, &any, None, 1).await?;
    let customer = customers.rows.first().ok_or("there is no customer")?;
    let start = service_day::next_month(today).ok_or("the calendar ends")?;
    let body = json!({
        "name": "Prenájom skladu", "customer_id": customer.contact.id, "interval": "monthly",
        "start_date": start.to_string(),
        "items": [{"description": "Prenájom skladu, {period}", "quantity": 1, "unit_price": "240.00", "vat_rate": 23}],
    });
    let input = read::<ContractCreate>(&bytes(&body))?;
    let new = NewRecord { input, found: Violations::new(), lease: None };
    add_contract(context, new, |it: &Contract| Answer::json(201, &it.id)).await?;
    Ok(())
}

/// A bank statement of yesterday: a payment that is certain, and one that a person decides on.
async fn statement(context: &Context<'_, App>, today: Date) -> Result<(), Failure> {
    let store = &context.ports.store;
    let accounts = store.bank_accounts_in_use(context.organization).await?;
    let own = accounts.iter().map(|it| &it.account).find(|it| it.currency == money::Currency::Eur);
    let own = &own.ok_or("there is no account in euros")?.iban;
    let filter = InvoiceFilter { status: Some(InvoiceStatus::Overdue), ..InvoiceFilter::default() };
    let open = store.invoices(context.organization, &filter, None, 2).await?;
    let day = today.previous_day().unwrap_or(today);
    let (day, month, year) = (day.day(), u8::from(day.month()), day.year());
    let mut text = "Účet;Dátum zaúčtovania;Suma;Mena;Protiúčet;VS;Poznámka\n".to_owned();
    for (row, invoice) in open.rows.iter().enumerate() {
        let amount = if row == 0 { invoice.total } else { invoice.total / money::Decimal::TWO };
        let symbol = invoice.number.trim_start_matches("FA");
        let amount = money::round(amount);
        text += &format!(
            "{own};{day:02}.{month:02}.{year};{amount};EUR;SK0809000000000123123123;{symbol};faktúra\n"
        );
    }
    let statement = read_statement(text.as_bytes(), None)?;
    take_statement(context, &statement, sha256(text.as_bytes()), None).await?;
    Ok(())
}

fn bytes(body: &Value) -> Vec<u8> {
    body.to_string().into_bytes()
}
