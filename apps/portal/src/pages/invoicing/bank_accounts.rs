use crate::pages::choices::currencies;
use crate::{
    answer::see_other,
    blocks::{Action, Cell, Field, FormBlock, Link, Section, Table},
    error::Page,
    form::{Form, fault_at},
    view::View,
    visit::{Visit, once, read, read_right},
};
use access::Scope;
use agent_requests::{BankAccountBody, BankAccountChange};
use api_http::Body;
use idempotency::Answer;
use invoicing::{
    BankAccountId, Violations,
    records::{BankAccountRecord, BankAccountStore},
};
use serde_json::{Map, Value};
use use_cases::invoicing::records::{self, NewRecord};

/// The accounts that invoices are paid to.
pub(in crate::pages) async fn list(visit: Visit) -> Page {
    let (organization, t) = (visit.require(Scope::BankRead)?, visit.t());
    let accounts = visit.store.bank_accounts_in_use(organization).await?;
    let mut view = View::new(t.accounts);
    if visit.may(Scope::SettingsUpdate) {
        view.links = vec![Link::main(visit.path("accounts/new"), t.new_account)];
    }
    view.sections = accounts.iter().map(|record| section(&visit, record)).collect();
    if view.sections.is_empty() {
        view.lead = t.no_accounts;
    }
    view.show(&visit)
}

fn section(visit: &Visit, record: &BankAccountRecord) -> Section {
    let (t, account) = (visit.t(), &record.account);
    let path = |rest: &str| visit.path(&format!("accounts/{}/{rest}", account.id));
    let mut actions = Vec::new();
    if visit.may(Scope::SettingsUpdate) {
        if !account.is_default {
            actions.push(Action::new(path("default"), t.make_default));
        }
        actions.push(Action::new(path("retire"), t.retire).danger(t.retire_note));
    }
    let heads = vec!["IBAN", t.currency, "BIC", t.bank, t.is_default];
    let table = Table::of(t.account, heads, (&[account], t.no_accounts), |account| {
        vec![
            Cell::iban(&account.iban),
            Cell::text(account.currency.code()),
            Cell::maybe(account.bic.clone()),
            Cell::maybe(account.bank_name.clone()),
            Cell::text(visit.words.yes(account.is_default)),
        ]
    });
    Section { actions, ..Section::table(t.account, table) }
}

pub(in crate::pages) async fn new(visit: Visit) -> Page {
    visit.require(Scope::SettingsUpdate)?;
    form_view(&visit, &Form::default(), &Violations::new()).show(&visit)
}

pub(in crate::pages) async fn create(visit: Visit, body: Body) -> Page {
    let form = visit.form(&body)?;
    let context = visit.context(Scope::SettingsUpdate)?;
    let (input, found) =
        read::<BankAccountBody>(form.object(&["iban", "bic", "bank_name", "currency"]));
    let lease = visit.lease("portal.accounts", &form);
    let new = NewRecord { input, found, lease };
    let respond = |record: &BankAccountRecord| Answer::json(201, &record.account.id);
    match records::add_bank_account(&context, new, respond).await {
        Ok(_) => Ok(see_other(&visit.path("accounts?done=saved"))),
        Err(error) => View::refused(&visit, error, |found| form_view(&visit, &form, found)),
    }
}

fn form_view(visit: &Visit, form: &Form, found: &Violations) -> View {
    let t = visit.t();
    let field = |name: &'static str, label| {
        Field::new(name, label, form.text(name)).fault(fault_at(found, name))
    };
    let fields = vec![
        once(form),
        field("iban", "IBAN").required(),
        field("bic", "BIC"),
        field("bank_name", t.bank),
        field("currency", t.currency).choice(currencies(visit, form.text("currency"))),
    ];
    let href = visit.path("accounts/new");
    View { form: Some(FormBlock { href, fields, submit: t.save }), ..View::new(t.new_account) }
}

pub(in crate::pages) async fn make_default(visit: Visit, body: Body) -> Page {
    visit.form(&body)?;
    let context = visit.context(Scope::SettingsUpdate)?;
    let change = Map::from_iter([("is_default".to_owned(), Value::Bool(true))]);
    let input = read_right::<BankAccountChange>(change)?;
    let id = BankAccountId(visit.id("id")?);
    records::change_bank_account(&context, id, &input, &Violations::new()).await?;
    Ok(see_other(&visit.path("accounts?done=saved")))
}

pub(in crate::pages) async fn retire(visit: Visit, body: Body) -> Page {
    visit.form(&body)?;
    let context = visit.context(Scope::SettingsUpdate)?;
    records::retire_bank_account(&context, BankAccountId(visit.id("id")?)).await?;
    Ok(see_other(&visit.path("accounts?done=saved")))
}
