use crate::{
    answer::see_other,
    blocks::{Action, Badge, Cell, Kind, Section, facts},
    error::Page,
    view::View,
    visit::Visit,
};
use access::{ConnectionId, Scope};
use api_http::Body;
use use_cases::people::oauth::{VisibleConnection, end_visible_connection, visible_connections};

/// The applications that have access to the company.
pub(in crate::pages) async fn list(visit: Visit) -> Page {
    let organization = visit.require(Scope::InvoiceRead)?;
    let (t, now) = (visit.t(), visit.clock.now());
    let user = visit.visitor.signed_in.session.user;
    let all = visible_connections(&*visit, user).await?;
    let here = all.into_iter().filter(|it| {
        it.connection.organization == organization && it.connection.tier == visit.tier
    });
    let section = |VisibleConnection { connection, .. }: VisibleConnection| {
        let active = connection.is_active(now);
        let state = match active {
            true => Badge { kind: Kind::Good, text: t.active },
            false => Badge { kind: Kind::Quiet, text: t.ended },
        };
        let shown = facts([
            (t.application, Cell::text(&*connection.client_name)),
            (t.state, Cell::Badge(state)),
            (t.address, Cell::text(&*connection.redirect_host)),
            (t.permissions, Cell::Code(connection.scopes.to_string())),
            (t.made_at, visit.words.time(connection.created_at)),
            (t.last_used, visit.words.moment(connection.last_used_at)),
            (t.calls, Cell::text(connection.calls.to_string())),
        ]);
        let end = Action::new(visit.path(&format!("connections/{}/end", connection.id)), t.end);
        let actions = if active { vec![end.danger(t.end_note)] } else { Vec::new() };
        Section { facts: shown, actions, ..Section::new(t.connection) }
    };
    let mut view = View::new(t.connections);
    view.sections = here.map(section).collect();
    view.lead = if view.sections.is_empty() { t.no_connections } else { t.connections_lead };
    view.show(&visit)
}

/// Ends the access of one.
pub(in crate::pages) async fn end(visit: Visit, body: Body) -> Page {
    visit.form(&body)?;
    let organization = visit.require(Scope::InvoiceRead)?;
    let user = visit.visitor.signed_in.session.user;
    let id = ConnectionId(visit.id("id")?);
    end_visible_connection(&*visit, user, organization, id).await?;
    Ok(see_other(&visit.path("connections?done=revoked")))
}
