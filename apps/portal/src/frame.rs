//! The frame around pages: navigation, the company and the environment.

use crate::{
    live,
    texts::Texts,
    visit::{Visit, path_in},
    workspace::{Entry, Workspace},
};
use access::{Scope, Tier};
use sign_in::form_token;

/// Companies and partners in the menu: every page has it, and stays small.
const MAX_OTHERS: usize = 50;

/// A place in the navigation.
pub(crate) struct Shown {
    pub(crate) href: String,
    pub(crate) label: &'static str,
    pub(crate) here: bool,
}

/// A company to look at instead.
pub(crate) struct Other {
    pub(crate) href: String,
    pub(crate) name: String,
    pub(crate) here: bool,
}

/// The layout around a page.
pub(crate) struct Frame {
    pub(crate) t: &'static Texts,
    pub(crate) form_token: String,
    pub(crate) company: String,
    pub(crate) role: &'static str,
    pub(crate) email: String,
    pub(crate) is_live: bool,
    pub(crate) live: String,
    pub(crate) test: String,
    pub(crate) sandbox_note: &'static str,
    pub(crate) others: Vec<Other>,
    /// Where the field leads that finds documents and customers.
    pub(crate) search: Option<String>,
    pub(crate) places: Vec<Shown>,
    pub(crate) back: String,
    pub(crate) done: Option<&'static str>,
    /// The script of a page that follows what happens.
    pub(crate) script: Option<&'static str>,
}

impl Frame {
    pub(crate) fn of<At: Workspace>(visit: &Visit<At>) -> Self {
        let (t, base) = (visit.t(), visit.member.base());
        let other = |of: String, name: &str| Other {
            href: path_in(&of, visit.tier, ""),
            name: name.to_owned(),
            here: of == base,
        };
        let companies = visit.memberships.iter().map(|it| other(it.base(), &it.name));
        let partners = visit.partners.iter().map(|it| other(it.base(), &it.name));
        let mut others: Vec<_> = partners.chain(companies).take(MAX_OTHERS).collect();
        if others.len() < 2 {
            others.clear();
        }
        let here = visit.http.path();
        let back = visit.http.uri().path_and_query().map_or(here, |it| it.as_str());
        Self {
            t,
            form_token: form_token(&visit.visitor.cookie),
            company: visit.member.name().to_owned(),
            role: visit.words.role(visit.member.role()),
            email: visit.visitor.signed_in.email.clone(),
            is_live: visit.tier == Tier::Live,
            live: path_in(&base, Tier::Live, ""),
            test: path_in(&base, Tier::Test, ""),
            sandbox_note: At::sandbox_note(t),
            others,
            search: At::SEARCH
                .filter(|_| visit.may(Scope::InvoiceRead))
                .map(|rest| visit.path(rest)),
            places: places(visit, here),
            back: back.to_owned(),
            done: confirmation(t, visit.http.query_string()),
            script: None,
        }
    }
}

impl Frame {
    /// The same around a page that follows what happens.
    pub(crate) fn live(self) -> Self {
        Self { script: Some(live::script_path()), ..self }
    }
}

/// The places that the role may see.
fn places<At: Workspace>(visit: &Visit<At>, here: &str) -> Vec<Shown> {
    let seen = At::entries(visit.t()).into_iter().filter(|(_, _, scope)| visit.may(*scope));
    let place = |(rest, label, _): Entry| {
        let href = visit.path(rest);
        let below = here.strip_prefix(&*href).is_some_and(|more| more.starts_with('/'));
        let here = here == href || (below && !rest.is_empty());
        Shown { href, label, here }
    };
    let members = Shown { href: visit.member.members(), label: visit.t().members, here: false };
    seen.map(place).chain([members]).collect()
}

/// The confirmation of the action before this page. It is one of a closed set, because with a text in the address other
/// sites could make our pages say anything.
fn confirmation(t: &Texts, query: &str) -> Option<&'static str> {
    let code = query.split('&').find_map(|pair| pair.strip_prefix("done="))?;
    Some(match code {
        "issued" => t.done_issued,
        "drafted" => t.done_drafted,
        "saved" => t.done_saved,
        "paid" => t.done_paid,
        "taken-back" => t.done_taken_back,
        "cancelled" => t.done_cancelled,
        "deleted" => t.done_deleted,
        "queued" => t.done_queued,
        "released" => t.done_released,
        "accepted" => t.done_accepted,
        "revoked" => t.done_revoked,
        "responded" => t.done_responded,
        "mailed" => t.done_mailed,
        "mailed-before" => t.done_mailed_before,
        "known" => t.done_known,
        "on-its-way" => t.done_on_its_way,
        _ => return None,
    })
}
