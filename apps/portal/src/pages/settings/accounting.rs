//! The accounting program of the company: linked, tested, changed, unlinked.

use super::form_page::form_page;
use crate::pages::choices;
use crate::{
    answer::see_other,
    blocks::{Action, Badge, Cell, Field, Kind, Link as PageLink, Section, facts},
    error::{Page, PageError},
    form::Form,
    view::{Shown, View},
    visit::{Visit, read},
};
use access::Scope;
use accounting_programs::{Link, LinkInput, ProgramFailure, ProgramInfo, ProgramKind, ProgramUrl};
use agent_requests::AccountingProgramBody;
use api_http::{Body, error::ApiError};
use persistence::StoreError;
use use_cases::ledger::accounting::{
    accounting_link, remove_link, rotate_token, save_link, test_link,
};

/// The texts of the form, by their names in the API.
const NAMES: [&str; 9] = [
    "kind",
    "url",
    "user",
    "secret",
    "company_id",
    "bank_account",
    "cash_register",
    "set_off_assignment",
    "from_date",
];

/// The program that is linked, or the form that links one.
pub(in crate::pages) async fn page(visit: Visit) -> Page {
    let context = visit.context(Scope::SettingsUpdate)?;
    match accounting_link(&context).await {
        Err(StoreError::NotFound) => form_view(&visit, None, &Form::default()).show(&visit),
        link => linked(&visit, &link?).show(&visit),
    }
}

fn linked(visit: &Visit, link: &Link) -> View {
    let (t, words) = (visit.t(), &visit.words);
    let path = |rest: &str| visit.path(&format!("settings/accounting{rest}"));
    let mut view = View::new(t.accounting);
    view.lead = t.accounting_lead;
    view.badges = vec![badge(visit, link)];
    view.links = vec![
        PageLink::main(path("/postings"), t.postings),
        PageLink::new(path("/edit"), t.change),
        PageLink::new(visit.path("settings"), t.back),
    ];
    let unlink = Action::new(path("/unlink"), t.unlink_program).danger(t.unlink_program_note);
    if link.kind.is_called() {
        view.actions.push(Action::new(path("/test"), t.test_connection));
    }
    if link.kind.has_token() {
        let rotate = Action::new(path("/rotate"), t.program_rotate);
        view.actions.push(rotate.danger(t.program_rotate_note));
    }
    view.actions.push(unlink);
    let settings = &link.settings;
    view.facts = facts([
        (t.program, Cell::text(kind_label(visit, link.kind))),
        (t.address, Cell::maybe(link.url.as_ref().map(ProgramUrl::as_str))),
        (t.program_user, Cell::maybe(settings.user.clone())),
        (t.program_company, Cell::maybe(settings.company_id.clone())),
        (t.program_bank_account, Cell::maybe(settings.bank_account.clone())),
        (t.program_cash_register, Cell::maybe(settings.cash_register.clone())),
        (t.program_set_off, Cell::maybe(settings.set_off_assignment.clone())),
        (t.program_from, words.date(link.from_date)),
        (t.program_answered, words.moment(link.contact.answered_at)),
        (
            t.last_error,
            Cell::maybe(link.contact.error.as_deref().map(|it| words.stored_refusal(it))),
        ),
        (t.next_attempt, words.moment(link.contact.retry_at)),
    ]);
    view
}

fn badge(visit: &Visit, link: &Link) -> Badge {
    let t = visit.t();
    match (&link.contact.error, link.contact.answered_at) {
        (Some(_), _) => Badge { kind: Kind::Bad, text: t.program_down },
        (None, Some(_)) => Badge { kind: Kind::Good, text: t.program_up },
        (None, None) => Badge { kind: Kind::Info, text: t.program_not_asked },
    }
}

pub(super) fn kind_label(visit: &Visit, kind: ProgramKind) -> &'static str {
    let t = visit.t();
    match kind {
        ProgramKind::PohodaMserver => t.program_pohoda_mserver,
        ProgramKind::PohodaFetch => t.program_pohoda_fetch,
        ProgramKind::SuperFaktura => t.program_superfaktura,
        ProgramKind::Kros => t.program_kros,
        ProgramKind::SapiSk => t.program_sapi_sk,
    }
}

/// The form with what is set, without the secret.
pub(in crate::pages) async fn edit(visit: Visit) -> Page {
    let link = accounting_link(&visit.context(Scope::SettingsUpdate)?).await?;
    form_view(&visit, Some(&link), &form_of(&link)).show(&visit)
}

fn form_of(link: &Link) -> Form {
    let settings = &link.settings;
    let text = |text: &Option<String>| text.clone().unwrap_or_default();
    Form::of(vec![
        ("kind", link.kind.name().to_owned()),
        ("url", link.url.as_ref().map(ToString::to_string).unwrap_or_default()),
        ("user", text(&settings.user)),
        ("company_id", text(&settings.company_id)),
        ("bank_account", text(&settings.bank_account)),
        ("cash_register", text(&settings.cash_register)),
        ("set_off_assignment", text(&settings.set_off_assignment)),
        ("from_date", link.from_date.to_string()),
    ])
}

/// The form of a new link names the program; that of a linked one has the fields of its program.
fn form_view(visit: &Visit, link: Option<&Link>, form: &Form) -> View {
    let t = visit.t();
    let field = |name, label| Field::new(name, label, form.text(name));
    let label = |kind| kind_label(visit, kind);
    let offered = match link {
        Some(link) => vec![link.kind],
        None => ProgramKind::ALL.to_vec(),
    };
    let kinds = choices::named(None, &offered, ProgramKind::name, label, form.text("kind"));
    let called = link.is_none_or(|link| link.kind.is_called());
    let is = |kind| link.is_none_or(|link| link.kind == kind);
    let pohoda = is(ProgramKind::PohodaMserver) || is(ProgramKind::PohodaFetch);
    let mut fields = vec![field("kind", t.program).choice(kinds)];
    if called {
        fields.push(field("url", t.address).hint(t.program_address_hint));
        if link.is_none_or(|link| link.kind.has_user()) {
            fields.push(field("user", t.program_user).hint(t.program_user_hint));
        }
        let secret = Field::new("secret", t.program_secret, "").kind("password");
        fields.push(secret.hint(if link.is_some() { t.program_secret_stays } else { "" }));
    }
    if is(ProgramKind::SuperFaktura) {
        fields.push(field("company_id", t.program_company).hint(t.program_company_hint));
    }
    if pohoda {
        fields.push(field("bank_account", t.program_bank_account).hint(t.program_pohoda_hint));
        fields.push(field("cash_register", t.program_cash_register).hint(t.program_pohoda_hint));
        fields.push(field("set_off_assignment", t.program_set_off).hint(t.program_set_off_hint));
    }
    fields.push(field("from_date", t.program_from).kind("date").hint(t.program_from_hint));
    View { lead: t.accounting_lead, ..form_page(visit, t.accounting, "accounting", fields) }
}

/// Links the program, or changes the settings of the link.
pub(in crate::pages) async fn save(visit: Visit, body: Body) -> Page {
    let form = visit.form(&body)?;
    let context = visit.context(Scope::SettingsUpdate)?;
    if visit.secrets_key.is_none() && form.filled("secret").is_some() {
        return Err(api_http::error::no_secrets_key().into());
    }
    let (input, found) = read::<AccountingProgramBody>(form.object(&NAMES));
    let input: LinkInput = input;
    match save_link(&context, &input, found).await {
        Ok(saved) => {
            visit.notifier.jobs();
            match saved.fetch_address(&visit.config.base_url) {
                None => Ok(see_other(&visit.path("settings/accounting?done=saved"))),
                Some(address) => shown_once(&visit, address),
            }
        }
        Err(error) => {
            let link = current_link(&visit).await?;
            let view = form_view(&visit, link.as_ref(), &form);
            View::refused(&visit, ApiError::from(error), |found| view.faulty(found))
        }
    }
}

/// The address from which the program fetches, once.
fn shown_once(visit: &Visit, text: String) -> Page {
    let secret = Shown { label: visit.t().program_fetch_address, text };
    let back = visit.path("settings/accounting");
    View::of_secret(visit, visit.t().accounting, secret, back).show(visit)
}

/// Gives that address another token, and shows it.
pub(in crate::pages) async fn rotate(visit: Visit, body: Body) -> Page {
    visit.form(&body)?;
    let saved = rotate_token(&visit.context(Scope::SettingsUpdate)?).await?;
    match saved.fetch_address(&visit.config.base_url) {
        Some(address) => shown_once(&visit, address),
        None => Ok(see_other(&visit.path("settings/accounting"))),
    }
}

async fn current_link(visit: &Visit) -> Result<Option<Link>, PageError> {
    match accounting_link(&visit.context(Scope::SettingsUpdate)?).await {
        Err(StoreError::NotFound) => Ok(None),
        link => Ok(Some(link?)),
    }
}

/// Tests the sign-in to the program, and shows the result.
pub(in crate::pages) async fn test(visit: Visit, body: Body) -> Page {
    visit.form(&body)?;
    let context = visit.context(Scope::SettingsUpdate)?;
    let said = test_link(&context).await?;
    let mut view = linked(&visit, &accounting_link(&context).await?);
    view.at = Some(visit.path("settings/accounting"));
    view.sections.push(tested(&visit, said));
    view.show(&visit)
}

fn tested(visit: &Visit, said: Result<ProgramInfo, ProgramFailure>) -> Section {
    let (t, words) = (visit.t(), &visit.words);
    let error = said.as_ref().err().map(|failure| words.stored_refusal(&failure.to_string()));
    let state = match error {
        None => Badge { kind: Kind::Good, text: t.program_lets_in },
        Some(_) => Badge { kind: Kind::Bad, text: t.program_down },
    };
    let ProgramInfo { company, ico } = said.unwrap_or_default();
    Section {
        facts: facts([
            (t.state, Cell::Badge(state)),
            (t.last_error, Cell::maybe(error)),
            (t.company, Cell::maybe(company)),
            (t.ico, Cell::maybe(ico)),
        ]),
        ..Section::new(t.test_connection)
    }
}

/// Removes the link; what the program has it keeps.
pub(in crate::pages) async fn unlink(visit: Visit, body: Body) -> Page {
    visit.form(&body)?;
    remove_link(&visit.context(Scope::SettingsUpdate)?).await?;
    Ok(see_other(&visit.path("settings/accounting?done=deleted")))
}
