//! The company in the Peppol network: registered, or not, and by which token.

use crate::{
    answer::see_other,
    blocks::{Action, Badge, Cell, Fact, Field, FormBlock, Kind, Link, facts},
    error::{Page, PageError},
    form::{Form, fault_at},
    view::View,
    visit::{Visit, read},
};
use access::{KeyScope, Scope, Tier};
use agent_requests::EnrollBody;
use api_http::Body;
use invoicing::Violations;
use peppol_connector::{identifiers::Network, registration::PeppolAccount};
use use_cases::network::organizations::{
    SeenOrganization, deactivate_account, enroll, seen_organization,
};

/// The fields of the form of an enrollment.
const PROOF: [&str; 2] = ["verificationTokenHex", "migrationCode"];

pub(super) async fn page(visit: Visit) -> Page {
    network_view(&visit, &Form::default(), &Violations::new()).await?.show(&visit)
}

async fn network_view(visit: &Visit, form: &Form, found: &Violations) -> Result<View, PageError> {
    let organization = visit.require(Scope::SettingsUpdate)?;
    let reach = KeyScope::Organization(organization);
    let seen = seen_organization(&**visit, reach, organization).await?;
    let account = &seen.record.account;
    let (t, words, network) = (visit.t(), &visit.words, Network::of(visit.tier));
    let mut view = View::new(t.network);
    view.badges = vec![words.peppol_status(account.account.status())];
    view.lead = if visit.tier == Tier::Test { t.network_lead_test } else { t.network_lead };
    view.links = vec![Link::new(visit.path("settings"), t.back)];
    view.facts = of_account(visit, &seen);
    if account.account == PeppolAccount::Enrolled(network)
        || account.account == PeppolAccount::SendOnly(network)
    {
        let give_up = Action::new(visit.path("settings/network/deactivate"), t.network_give_up);
        view.actions = vec![give_up.danger(t.network_give_up_note)];
    }
    if account.account != PeppolAccount::Enrolled(network) {
        view.form = Some(enrollment(visit, form, found));
    }
    Ok(view)
}

fn of_account(visit: &Visit, seen: &SeenOrganization) -> Vec<Fact> {
    let (account, entry) = (&seen.record.account, seen.entry.as_ref());
    let (t, words, network) = (visit.t(), &visit.words, Network::of(visit.tier));
    let participant = account.participant.as_ref().map(|it| Cell::Code(it.to_string()));
    let would_be = account.participant_in(network).map(|it| Cell::Code(it.to_string()));
    let held_by = account.held_by.as_ref().map(|it| format!("{} ({})", it.cert_org, it.ap_host));
    let entry_state = entry.map(|entry| Cell::Badge(entry_badge(visit, entry.state.name())));
    let error =
        entry.and_then(|it| it.error.as_ref()).map(|error| words.stored_refusal(&error.message));
    facts([
        (t.network_of, Cell::maybe(network_of(account.account).map(|it| network_name(visit, it)))),
        (t.peppol_id, participant.or(would_be).unwrap_or(Cell::Nothing)),
        (t.network_since, words.moment(account.since)),
        (t.network_receives, Cell::maybe(held_by)),
        (t.network_entry, entry_state.unwrap_or(Cell::Nothing)),
        (t.last_error, Cell::maybe(error)),
    ])
}

fn enrollment(visit: &Visit, form: &Form, found: &Violations) -> FormBlock {
    let t = visit.t();
    let field = |name, label| Field::new(name, label, form.text(name)).fault(fault_at(found, name));
    let hint = match visit.tier {
        Tier::Test => t.enroll_token_hint_test,
        Tier::Live => t.enroll_token_hint,
    };
    let fields = vec![
        field(PROOF[0], t.token).hint(hint),
        field(PROOF[1], t.migration_code).hint(t.migration_code_hint),
    ];
    FormBlock { href: visit.path("settings/network/enroll"), fields, submit: t.enroll }
}

const fn network_of(account: PeppolAccount) -> Option<Network> {
    match account {
        PeppolAccount::None => None,
        PeppolAccount::Enrolled(network)
        | PeppolAccount::SendOnly(network)
        | PeppolAccount::Deactivated(network) => Some(network),
    }
}

fn network_name(visit: &Visit, network: Network) -> &'static str {
    match network {
        Network::Test => visit.t().sandbox,
        Network::Live => visit.t().live,
    }
}

/// How far the entry in the registry of the network is.
fn entry_badge(visit: &Visit, state: &str) -> Badge {
    let t = visit.t();
    let (kind, text) = match state {
        "listed" => (Kind::Good, t.entry_listed),
        "leaving" => (Kind::Warn, t.entry_leaving),
        "refused" => (Kind::Bad, t.entry_refused),
        _ => (Kind::Warn, t.entry_pending),
    };
    Badge { kind, text }
}

/// Registers the company in the network of the environment.
pub(super) async fn register(visit: Visit, body: Body) -> Page {
    let form = visit.form(&body)?;
    let context = visit.context(Scope::SettingsUpdate)?;
    let (request, found) = read::<EnrollBody>(form.object(&PROOF));
    let enrolled = async {
        found.into_result()?;
        Ok::<_, PageError>(enroll(&context, &request).await?)
    };
    match enrolled.await {
        Ok(_) => {
            visit.notifier.events();
            visit.notifier.jobs();
            Ok(see_other(&visit.path("settings/network?done=saved")))
        }
        Err(error) => {
            // shows the current state, because a refused token is an event, too
            let page = network_view(&visit, &form, &Violations::new()).await?;
            View::refused(&visit, error, |found| page.faulty(found))
        }
    }
}

/// Gives the registration up.
pub(super) async fn give_up(visit: Visit, body: Body) -> Page {
    visit.form(&body)?;
    let context = visit.context(Scope::SettingsUpdate)?;
    deactivate_account(&context).await??;
    visit.notifier.events();
    visit.notifier.jobs();
    Ok(see_other(&visit.path("settings/network?done=saved")))
}
