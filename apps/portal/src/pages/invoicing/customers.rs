use super::{invoices::list, party};
use crate::pages::{
    choices::named,
    finding::{self, Nobody},
    rows::ROWS,
};
use crate::{
    answer::see_other,
    blocks::{Action, Cell, Choice, Field, FormBlock, Link, Section, Table, facts},
    error::{Page, PageError},
    form::{Form, fault_at},
    texts::Texts,
    view::View,
    visit::{Visit, once, read, read_right},
};
use access::Scope;
use agent_requests::{CustomerBody, CustomerChange, CustomerMerge};
use api_http::Body;
use idempotency::Answer;
use invoicing::{
    Contact, ContactId, InvoiceStore, MailProfile, Party, Violations,
    records::{ContactFigures, ContactFilter, ContactRow},
};
use money::Decimal;
use use_cases::invoicing::records::{self, CustomerInvoices, NewRecord};

/// Invoices that the page of a customer lists.
const LATEST: u16 = 8;

const TEXTS: [&str; 7] = ["name", "ico", "dic", "ic_dph", "peppol_id", "email", "phone"];

/// Fields with a choice, which cannot be cleared as a text can.
const CHOICES: [&str; 1] = ["profile"];

/// Customers in use, the newest first.
pub(in crate::pages) async fn list(visit: Visit) -> Page {
    let (organization, t) = (visit.require(Scope::InvoiceRead)?, visit.t());
    let (mut query, after) = visit.list()?;
    let filter = ContactFilter {
        name: query.text("name"),
        ico: query.text("ico"),
        ..ContactFilter::default()
    };
    query.finish()?;
    let page = visit.store.contacts(organization, &filter, after, ROWS).await?;
    let next = visit.next_rows(&page);
    let mut view = View::new(t.customers);
    if visit.may(Scope::InvoiceCreate) {
        view.links = vec![Link::main(visit.path("customers/new"), t.new_customer)];
    }
    view.filters = vec![
        Field::new("name", t.name, filter.name.as_deref().unwrap_or_default()),
        Field::new("ico", t.ico, filter.ico.as_deref().unwrap_or_default()),
    ];
    let table = Table { next, ..table(&visit, &page.rows).await? };
    view.sections = vec![Section::table(t.list, table)];
    view.show(&visit)
}

/// A table of customers, each with what it was invoiced and what it owes.
pub(in crate::pages) async fn table(
    visit: &Visit,
    rows: &[ContactRow],
) -> Result<Table, PageError> {
    let t = visit.t();
    let ids: Vec<_> = rows.iter().map(|row| row.contact.id).collect();
    let mut figures = visit.store.contact_figures(visit.member.organization, &ids).await?;
    figures.sort_by_key(|row| row.currency.code().to_owned());
    let row = |row: &ContactRow| {
        let party = &row.contact.party;
        let own: Vec<_> = figures.iter().filter(|it| it.contact == row.contact.id).collect();
        let documents: u64 = own.iter().map(|it| it.documents).sum();
        let sums = |of: fn(&ContactFigures) -> Decimal| {
            let there = own.iter().filter(|it| !of(it).is_zero());
            let texts: Vec<_> =
                there.map(|it| visit.words.money(of(it), it.currency.code())).collect();
            if texts.is_empty() { Cell::Nothing } else { Cell::Amount(texts.join(" · ")) }
        };
        vec![
            Cell::link(visit.path(&format!("customers/{}", row.contact.id)), &*party.name),
            Cell::maybe(party.ico.clone()),
            Cell::maybe(party.address.as_ref().map(|address| address.city.clone())),
            Cell::text(documents.to_string()),
            sums(|it| it.turnover),
            sums(|it| it.owed),
        ]
    };
    let heads = vec![t.name, t.ico, t.city, t.documents_issued, t.turnover, t.owes];
    Ok(Table::of(t.customers, heads, (rows, t.no_customers), row))
}

pub(in crate::pages) async fn new(visit: Visit) -> Page {
    visit.require(Scope::InvoiceCreate)?;
    let form = Form::of(vec![("country", "SK".to_owned())]);
    let view =
        form_view(&visit, visit.t().new_customer, &form, &Violations::new(), "customers/new");
    view.show(&visit)
}

pub(in crate::pages) async fn create(visit: Visit, body: Body) -> Page {
    let form = visit.form(&body)?;
    let context = visit.context(Scope::InvoiceCreate)?;
    let mut fields = form.object(&TEXTS);
    fields.extend(form.object(&CHOICES));
    let (input, found) = read::<CustomerBody>(party::object(&form, fields));
    let lease = visit.lease("portal.customers", &form);
    let new = NewRecord { input, found, lease };
    let respond = |row: &ContactRow| Answer::json(201, &row.contact.id);
    match records::add_customer(&context, new, respond).await {
        Ok(_) => Ok(see_other(&visit.path("customers?done=saved"))),
        Err(error) => View::refused(&visit, error, |found| {
            form_view(&visit, visit.t().new_customer, &form, found, "customers/new")
        }),
    }
}

/// One of them, to read or to change.
pub(in crate::pages) async fn page(visit: Visit) -> Page {
    view(&visit, &Form::default()).await?.show(&visit)
}

/// The page, with the results of a search for the customer to merge with.
async fn view(visit: &Visit, sought: &Form) -> Result<View, PageError> {
    let context = visit.context(Scope::InvoiceRead)?;
    let id = ContactId(visit.id("id")?);
    let found = records::customer_invoices(&context, id, LATEST).await?;
    let CustomerInvoices { customer: row, invoices: latest } = found;
    let (t, party) = (visit.t(), &row.contact.party);
    let path = format!("customers/{id}");
    let is_changed = visit.may(Scope::InvoiceUpdate) && row.retired_at.is_none();
    let mut view = match is_changed {
        true => form_view(visit, &party.name, &form_of(&row.contact), &Violations::new(), &path),
        false => View { facts: read_only(visit, party), ..View::new(&*party.name) },
    };
    if is_changed {
        let retire = Action::new(visit.path(&format!("{path}/retire")), t.retire);
        view.actions = vec![merge_action(visit, id, sought).await?, retire.danger(t.retire_note)];
    }
    if visit.may(Scope::InvoiceCreate) && row.retired_at.is_none() {
        let new = visit.path(&format!("invoices/new?customer_id={id}"));
        view.links = vec![Link::main(new, t.new_invoice)];
    }
    if row.retired_at.is_some() {
        view.lead = t.retired;
    }
    let all = visit.path(&format!("invoices?customer_id={id}"));
    let next = latest.has_more.then_some((all, t.all_invoices));
    let table = Table { next, ..list::table(visit, &latest.rows).await? };
    view.sections = vec![Section::table(t.latest_invoices, table)];
    Ok(view)
}

pub(in crate::pages) async fn save(visit: Visit, body: Body) -> Page {
    let form = visit.form(&body)?;
    let context = visit.context(Scope::InvoiceUpdate)?;
    let id = ContactId(visit.id("id")?);
    let before = visit.store.contact(context.organization, id).await?;
    let mut fields = form.whole_object(&TEXTS);
    fields.extend(form.object(&CHOICES));
    let (input, found) = read::<CustomerChange>(party::object(&form, fields));
    match records::change_customer(&context, id, &input, &found).await {
        Ok(_) => Ok(see_other(&visit.path(&format!("customers/{id}?done=saved")))),
        Err(error) => {
            let (name, path) = (before.contact.party.name, format!("customers/{id}"));
            View::refused(&visit, error, |found| form_view(&visit, &name, &form, found, &path))
        }
    }
}

pub(in crate::pages) async fn retire(visit: Visit, body: Body) -> Page {
    visit.form(&body)?;
    let context = visit.context(Scope::InvoiceUpdate)?;
    records::retire_customer(&context, ContactId(visit.id("id")?)).await?;
    Ok(see_other(&visit.path("customers?done=saved")))
}

/// The same firm once more: all that it has goes to another customer.
async fn merge_action(visit: &Visit, id: ContactId, sought: &Form) -> Result<Action, PageError> {
    let t = visit.t();
    let named = ("customer_id", t.merge_into);
    let into = finding::field(visit, named, Nobody::Choose, sought).await?.required();
    let merge = Action::new(visit.path(&format!("customers/{id}/merge")), t.merge);
    let merge = merge.danger(t.merge_note).with(vec![into]);
    Ok(Action { open: sought.filled("find").is_some(), ..merge })
}

pub(in crate::pages) async fn merge(visit: Visit, body: Body) -> Page {
    let form = visit.form(&body)?;
    let context = visit.context(Scope::InvoiceUpdate)?;
    let id = ContactId(visit.id("id")?);
    if finding::is_asked(&form, "customer_id") {
        let at = Some(visit.path(&format!("customers/{id}")));
        return View { at, ..view(&visit, &form).await? }.show(&visit);
    }
    let merged = async {
        let into = read_right::<CustomerMerge>(form.object(&["customer_id"]))?;
        Ok::<_, PageError>(records::merge_customer(&context, id, into).await?)
    };
    match merged.await {
        Ok(stays) => {
            Ok(see_other(&visit.path(&format!("customers/{}?done=saved", stays.contact.id))))
        }
        Err(error) => {
            let page = view(&visit, &form).await?;
            page.refused_at(&visit, &format!("customers/{id}"), &form, error)
        }
    }
}

fn form_of(contact: &Contact) -> Form {
    let party = &contact.party;
    let text = |text: &Option<String>| text.clone().unwrap_or_default();
    let mut typed = vec![
        ("name", party.name.clone()),
        ("ico", text(&party.ico)),
        ("dic", text(&party.dic)),
        ("ic_dph", text(&party.ic_dph)),
        ("peppol_id", text(&party.peppol_id)),
        ("email", text(&party.email)),
        ("phone", text(&party.phone)),
        ("profile", contact.profile.name().to_owned()),
    ];
    if let Some(address) = &party.address {
        typed.extend([
            ("street", address.street.clone()),
            ("city", address.city.clone()),
            ("postalCode", address.postal_code.clone()),
            ("country", address.country.clone()),
        ]);
    }
    Form::of(typed)
}

/// The options for what a customer gets by mail.
fn profiles(t: &'static Texts, form: &Form) -> Vec<Choice> {
    let text = |profile| match profile {
        MailProfile::None => t.profile_none,
        MailProfile::Ubl => t.profile_ubl,
        MailProfile::Xrechnung => t.profile_xrechnung,
        MailProfile::FacturX => t.profile_factur_x,
    };
    named(None, &MailProfile::ALL, MailProfile::name, text, form.text("profile"))
}

fn read_only(visit: &Visit, party: &Party) -> Vec<crate::blocks::Fact> {
    let t = visit.t();
    let city = party.address.as_ref().map(|address| address.city.clone());
    facts([
        (t.ico, Cell::maybe(party.ico.clone())),
        (t.dic, Cell::maybe(party.dic.clone())),
        (t.ic_dph, Cell::maybe(party.ic_dph.clone())),
        (t.city, Cell::maybe(city)),
        (t.email, Cell::maybe(party.email.clone())),
    ])
}

fn form_view(visit: &Visit, title: &str, form: &Form, found: &Violations, path: &str) -> View {
    let t = visit.t();
    let field = |name, label| Field::new(name, label, form.text(name)).fault(fault_at(found, name));
    let mut fields = vec![once(form)];
    fields.extend(party::fields(t, form, found));
    fields.extend([
        field("email", t.email).kind("email"),
        field("phone", t.phone).hint(t.phone_hint),
        field("peppol_id", t.peppol_id).hint(t.peppol_hint),
        field("profile", t.mail_profile).choice(profiles(t, form)),
    ]);
    let href = visit.path(path);
    View { form: Some(FormBlock { href, fields, submit: t.save }), ..View::new(title) }
}
