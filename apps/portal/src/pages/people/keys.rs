use crate::pages::rows::ROWS;
use crate::{
    answer::see_other,
    blocks::{Action, Badge, Cell, Choice, Field, FormBlock, Kind, Link, Section, Table, facts},
    error::{Page, PageError},
    form::{Form, fault_below},
    view::{Shown, View, already_made},
    visit::{Visit, once, read},
    workspace::Workspace,
};
use access::{ApiKeyId, Grantor, KEY_OVERLAP, KeyFilter, KeyRecord, KeyState, Scope, Tier};
use agent_requests::KeyCreate;
use api_http::Body;
use invoicing::Violations;
use serde_json::Value;
use time::OffsetDateTime;
use use_cases::people::keys::{
    KeyError, create_key_once, revoke_key, rotate_key, visible_key, visible_keys,
};

/// The keys of the company, the newest first; in the sandbox those of the sandbox.
pub(in crate::pages) async fn list<At: Workspace>(visit: Visit<At>) -> Page {
    view(&visit).await?.show(&visit)
}

async fn view<At: Workspace>(visit: &Visit<At>) -> Result<View, PageError> {
    visit.allow(Scope::SettingsUpdate)?;
    let (t, now) = (visit.t(), visit.clock.now());
    let (mut query, after) = visit.list()?;
    let state = query.one_of("state", &KeyState::ALL, KeyState::name);
    query.finish()?;
    let filter = KeyFilter { tier: Some(visit.tier), state: state.map(|state| (state, now)) };
    let page = visible_keys(&**visit, &visit.holder().await?, filter, after, ROWS).await?;
    let next = visit.next_rows(&page);
    let mut view = View::new(t.keys);
    view.lead = t.keys_lead;
    view.links = vec![Link::main(visit.path("keys/new"), t.new_key)];
    view.filters = vec![Field::new("state", t.state, "").choice(states(visit, state))];
    let heads = vec![t.key, t.name, t.state, t.permissions, t.last_used, t.made_at];
    let row = |key: &KeyRecord| row(visit, key, now);
    let table = Table { next, ..Table::of(t.keys, heads, (&page.rows, t.no_keys), row) };
    let section =
        Section { actions: endings(visit, &page.rows, now), ..Section::table(t.list, table) };
    view.sections = vec![section];
    Ok(view)
}

/// The states that the list may be narrowed down to.
fn states(visit: &Visit<impl Workspace>, chosen: Option<KeyState>) -> Vec<Choice> {
    let chosen = chosen.map_or("", KeyState::name);
    let mut states = vec![Choice::new("", visit.t().any, chosen)];
    states.extend(KeyState::ALL.map(|it| Choice::new(it.name(), badge(visit, it).text, chosen)));
    states
}

fn row(visit: &Visit<impl Workspace>, key: &KeyRecord, now: OffsetDateTime) -> Vec<Cell> {
    let words = &visit.words;
    vec![
        Cell::Code(format!("{}…", key.hint)),
        Cell::maybe(key.name.clone()),
        Cell::Badge(badge(visit, key.state(now))),
        Cell::text(key.scopes.iter().map(Scope::name).collect::<Vec<_>>().join(" ")),
        words.moment(key.last_used_at),
        words.time(key.created_at),
    ]
}

/// How keys end, where one of these is active.
fn endings(visit: &Visit<impl Workspace>, rows: &[KeyRecord], now: OffsetDateTime) -> Vec<Action> {
    let t = visit.t();
    let keys = active(rows, now, |key| key.id.to_string());
    if keys.is_empty() {
        return Vec::new();
    }
    let key = Field::new("id", t.key, "").choice(keys).within("revoke");
    let revoke = Action::new(visit.path("keys/revoke"), t.revoke);
    vec![rotation(visit, rows, now), revoke.danger(t.revoke_note).with(vec![key])]
}

/// The active keys, as options.
fn active(
    rows: &[KeyRecord],
    now: OffsetDateTime,
    value: impl Fn(&KeyRecord) -> String,
) -> Vec<Choice> {
    let active = rows.iter().filter(|key| key.state(now) == KeyState::Active);
    let keys = active.map(|key| {
        let name = key.name.as_deref().map(|name| format!(" {name}")).unwrap_or_default();
        Choice::new(value(key), format!("{}…{name}", key.hint), "")
    });
    keys.collect()
}

fn badge(visit: &Visit<impl Workspace>, state: KeyState) -> Badge {
    let t = visit.t();
    match state {
        KeyState::Active => Badge { kind: Kind::Good, text: t.active },
        KeyState::Revoked => Badge { kind: Kind::Quiet, text: t.revoked },
        KeyState::Expired => Badge { kind: Kind::Quiet, text: t.expired },
    }
}

pub(in crate::pages) async fn new<At: Workspace>(visit: Visit<At>) -> Page {
    visit.allow(Scope::SettingsUpdate)?;
    form_view(&visit, &Form::default(), &Violations::new()).show(&visit)
}

/// Makes a key. Its text is in this answer, and nowhere else.
pub(in crate::pages) async fn create<At: Workspace>(visit: Visit<At>, body: Body) -> Page {
    let form = visit.form(&body)?;
    visit.allow(Scope::SettingsUpdate)?;
    let holder = visit.holder().await?;
    let mut object = form.object(&["name"]);
    object.insert("tier".to_owned(), visit.tier.name().into());
    let scopes: Vec<Value> = form.all("scopes").map(Value::from).collect();
    object.insert("scopes".to_owned(), scopes.into());
    let (request, found) = read::<KeyCreate>(object);
    let made = async {
        found.into_result()?;
        visit.prove(visit.tier, &form).await?;
        let (by, asked) = (Grantor::Key(holder), (request, form.filled("once")));
        match create_key_once(&*visit, &by, holder.owner, asked).await {
            Err(KeyError::AlreadyMade) => Ok(None),
            made => Ok::<_, PageError>(Some(made?)),
        }
    };
    match made.await {
        Ok(None) => already_made(&visit, visit.t().new_key, visit.path("keys")),
        Ok(Some(made)) => {
            let secret = Shown { label: visit.t().key_made, text: made.text.expose().to_owned() };
            View::of_secret(&visit, visit.t().new_key, secret, visit.path("keys")).show(&visit)
        }
        Err(error) => View::refused(&visit, error, |found| form_view(&visit, &form, found)),
    }
}

fn form_view(visit: &Visit<impl Workspace>, form: &Form, found: &Violations) -> View {
    let t = visit.t();
    let fault = |name: &str| fault_below(found, name);
    let asked: Vec<_> = form.all("scopes").collect();
    // an empty form has the usual ones
    let is_new = form.filled("form_token").is_none();
    let usual = visit.member.usual_scopes();
    let scopes = visit.member.scopes().iter().map(|scope| Choice {
        value: scope.name().to_owned(),
        label: format!("{} ({})", visit.words.scope(scope), scope.name()),
        chosen: if is_new { usual.has(scope) } else { asked.contains(&scope.name()) },
    });
    let mut fields = vec![
        once(form),
        Field::new("name", t.name, form.text("name")).hint(t.key_name_hint).fault(fault("name")),
        Field::new("scopes", t.permissions, "").checks(scopes.collect()).fault(fault("scopes")),
    ];
    fields.extend(visit.proof(visit.tier, found));
    let href = visit.path("keys/new");
    let lead = if visit.tier == Tier::Live { t.live_key_note } else { t.test_key_note };
    View {
        form: Some(FormBlock { href, fields, submit: t.make_key }),
        lead,
        ..View::new(t.new_key)
    }
}

/// The replacement of a key, which stays valid for another day.
fn rotation(visit: &Visit<impl Workspace>, rows: &[KeyRecord], now: OffsetDateTime) -> Action {
    let t = visit.t();
    let keys = active(rows, now, mark);
    let key = Field::new("replaces", t.key, "").choice(keys).within("rotate");
    let proof = visit.proof(visit.tier, &Violations::new());
    let rotate = Action::new(visit.path("keys/rotate"), t.rotate_key);
    let fields = std::iter::once(key).chain(proof).collect();
    Action { note: t.rotate_key_note, ..rotate.with(fields) }
}

/// A key as it was seen: one that was rotated ends at another time.
fn mark(key: &KeyRecord) -> String {
    let ends = key.expires_at.map_or(0, OffsetDateTime::unix_timestamp);
    format!("{}.{ends}", key.id)
}

/// Makes the successor of a key. Its text is in this answer, and nowhere else; a second click finds the key
/// rotated.
pub(in crate::pages) async fn rotate<At: Workspace>(visit: Visit<At>, body: Body) -> Page {
    let form = visit.form(&body)?;
    visit.allow(Scope::SettingsUpdate)?;
    let sent = form.text("replaces");
    let id = sent.split('.').next().unwrap_or_default();
    let id: ApiKeyId = id.parse().map_err(|_| PageError::Missing)?;
    let by = Grantor::Key(visit.holder().await?);
    if mark(&visible_key(&*visit, &by, id).await?) != sent {
        return already_made(&visit, visit.t().rotate_key, visit.path("keys"));
    }
    let rotated = async {
        visit.prove(visit.tier, &form).await?;
        Ok::<_, PageError>(rotate_key(&*visit, &by, id, KEY_OVERLAP).await?)
    };
    let (made, ends_at) = match rotated.await {
        Ok(rotated) => rotated,
        Err(error) => return view(&visit).await?.refused_at(&visit, "keys", &form, error),
    };
    let t = visit.t();
    let secret = Shown { label: t.key_made, text: made.text.expose().to_owned() };
    let mut view = View::of_secret(&visit, t.rotate_key, secret, visit.path("keys"));
    view.facts = facts([(t.old_key_ends, visit.words.time(ends_at))]);
    view.show(&visit)
}

/// Ends a key at once.
pub(in crate::pages) async fn revoke<At: Workspace>(visit: Visit<At>, body: Body) -> Page {
    let form = visit.form(&body)?;
    visit.allow(Scope::SettingsUpdate)?;
    let id: ApiKeyId = form.text("id").parse().map_err(|_| PageError::Missing)?;
    match revoke_key(&*visit, &Grantor::Key(visit.holder().await?), id).await {
        Ok(_) => Ok(see_other(&visit.path("keys?done=revoked"))),
        Err(error) => view(&visit).await?.refused_at(&visit, "keys", &form, error),
    }
}
