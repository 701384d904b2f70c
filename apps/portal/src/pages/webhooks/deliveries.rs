use crate::pages::{choices, rows::ROWS};
use crate::{
    answer::see_other,
    blocks::{Action, Cell, Field, Link, Section, Table, facts},
    error::{Page, PageError},
    view::View,
    visit::Visit,
    workspace::Workspace,
};
use api_http::Body;
use events::EventName;
use time::OffsetDateTime;
use use_cases::webhooks::{WebhookError, deliveries, redeliver, redeliver_failed};
use webhooks::{
    DeliveryId, EndpointId,
    deliveries::{ATTEMPTS, Attempt, DeliveryState, Kind, WAITS},
    ports::{DeliveryFilter, DeliveryRecord, DeliveryStore},
};

/// Characters of a body that a page shows.
const MAX_BODY: usize = 10_000;

/// A page of the deliveries of an endpoint, and what it may be narrowed down by.
pub(in crate::pages) async fn table(
    visit: &Visit<impl Workspace>,
    endpoint: EndpointId,
) -> Result<(Table, Vec<Field>), PageError> {
    let of = visit.webhooks()?;
    let (t, words) = (visit.t(), &visit.words);
    let (mut query, after) = visit.list()?;
    let filter = DeliveryFilter {
        event: query.one_of("event", EventName::ALL, |name| name.as_str()),
        state: query.one_of("state", &DeliveryState::NAMES, |state| state),
    };
    query.finish()?;
    let page = deliveries(of, endpoint, &filter, after, ROWS).await?;
    let next = visit.next_rows(&page);
    let row = |record: &DeliveryRecord| {
        let delivery = &record.delivery;
        let path = format!("webhooks/{endpoint}/deliveries/{}", delivery.id);
        vec![
            Cell::link(visit.path(&path), delivery.event.as_str()),
            Cell::Badge(words.delivery(&delivery.state)),
            Cell::text(delivery.attempts.to_string()),
            words.time(delivery.created_at),
        ]
    };
    let heads = vec![t.event, t.state, t.attempts, t.made_at];
    let table =
        Table { next, ..Table::of(t.deliveries, heads, (&page.rows, t.no_deliveries), row) };
    Ok((table, filters(visit, &filter)))
}

fn filters(visit: &Visit<impl Workspace>, filter: &DeliveryFilter) -> Vec<Field> {
    let (t, owner) = (visit.t(), visit.member.owner());
    let event = filter.event.map_or("", |name| name.as_str());
    let known = EventName::ALL.iter().filter(|name| owner.may_subscribe(**name));
    let known: Vec<_> = known.map(|name| name.as_str()).collect();
    let events = choices::named(Some(t.any), &known, |name| name, |name| name, event);
    let state = filter.state.unwrap_or_default();
    let name = |state| visit.words.delivery_named(state);
    let states = choices::named(Some(t.any), &DeliveryState::NAMES, |state| state, name, state);
    vec![
        Field::new("event", t.event, "").choice(events),
        Field::new("state", t.state, "").choice(states),
    ]
}

/// When a delivery that fails is tried again: `5 s, 1 min, 5 min, …`.
fn waits() -> String {
    let waits = WAITS.iter().map(|wait| match wait.whole_seconds() {
        seconds @ 0..60 => format!("{seconds} s"),
        seconds @ 60..3_600 => format!("{} min", seconds / 60),
        seconds => format!("{} h", seconds / 3_600),
    });
    waits.collect::<Vec<_>>().join(", ")
}

/// A delivery: its body and the outcome of each attempt.
pub(in crate::pages) async fn page<At: Workspace>(visit: Visit<At>) -> Page {
    let owner = visit.webhooks()?.owner;
    let (endpoint, id) = ids(&visit)?;
    let record = visit.store.delivery(owner, endpoint, id).await.map_err(WebhookError::from)?;
    let (t, words, delivery) = (visit.t(), &visit.words, &record.delivery);
    let (due, ended) = due_and_ended(&delivery.state);
    let mut view = View::new(delivery.event.as_str());
    view.badges = vec![words.delivery(&delivery.state)];
    view.links = vec![Link::new(visit.path(&format!("webhooks/{endpoint}")), t.back)];
    view.follows = ended.is_none();
    let replay = visit.path(&format!("webhooks/{endpoint}/deliveries/{id}/replay"));
    view.actions = vec![Action::new(replay, t.replay).main()];
    view.facts = facts([
        (t.id, Cell::Code(id.to_string())),
        (t.is_test, Cell::text(words.yes(delivery.kind == Kind::Test))),
        (t.made_at, words.time(delivery.created_at)),
        (t.next_attempt, words.moment(due)),
        (t.ended_at, words.moment(ended)),
    ]);
    let body: String = record.body.as_str().chars().take(MAX_BODY).collect();
    view.sections = vec![
        Section {
            lead: format!("{} {ATTEMPTS}. {} {}.", t.attempts_at_most, t.waits, waits()),
            ..Section::table(t.attempts, attempts(&visit, &record.attempts))
        },
        Section { code: Some(body), ..Section::new(t.payload) },
    ];
    view.show(&visit)
}

fn attempts(visit: &Visit<impl Workspace>, made: &[Attempt]) -> Table {
    let (t, words) = (visit.t(), &visit.words);
    let row = |attempt: &Attempt| {
        let took = (attempt.finished_at - attempt.started_at).whole_milliseconds();
        vec![
            Cell::text(attempt.number.to_string()),
            words.time(attempt.started_at),
            Cell::text(format!("{took} ms")),
            Cell::maybe(attempt.outcome.status().map(|status| status.to_string())),
            Cell::text(words.refusal(&attempt.outcome.explanation().into())),
        ]
    };
    let heads = vec![t.attempt, t.when, t.took, t.http_status, t.what];
    Table::of(t.attempts, heads, (made, t.no_attempts), row)
}

/// When it is due, and when it ended.
fn due_and_ended(state: &DeliveryState) -> (Option<OffsetDateTime>, Option<OffsetDateTime>) {
    match *state {
        DeliveryState::Pending { due } => (Some(due), None),
        DeliveryState::Delivering { .. } => (None, None),
        DeliveryState::Delivered { at } | DeliveryState::Failed { at, .. } => (None, Some(at)),
    }
}

/// The endpoint and the delivery of the path.
fn ids(visit: &Visit<impl Workspace>) -> Result<(EndpointId, DeliveryId), PageError> {
    Ok((EndpointId(visit.id("id")?), DeliveryId(visit.id("delivery")?)))
}

/// Redelivers a delivery.
pub(in crate::pages) async fn replay<At: Workspace>(visit: Visit<At>, body: Body) -> Page {
    visit.form(&body)?;
    let (endpoint, id) = ids(&visit)?;
    redeliver(visit.webhooks()?, endpoint, id).await?;
    visit.notifier.deliveries();
    Ok(see_other(&visit.path(&format!("webhooks/{endpoint}/deliveries/{id}?done=on-its-way"))))
}

/// Redelivers the newest failed deliveries. Another click continues with the next ones.
pub(in crate::pages) async fn replay_failed<At: Workspace>(visit: Visit<At>, body: Body) -> Page {
    visit.form(&body)?;
    let of = visit.webhooks()?;
    let endpoint = EndpointId(visit.id("id")?);
    redeliver_failed(of, endpoint).await?;
    visit.notifier.deliveries();
    Ok(see_other(&visit.path(&format!("webhooks/{endpoint}?done=on-its-way"))))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_waits_are_those_of_the_worker() {
        assert_eq!(waits(), "5 s, 1 min, 5 min, 30 min, 2 h, 5 h, 10 h, 10 h, 14 h, 24 h");
        assert_eq!(WAITS.len() + 1, ATTEMPTS as usize);
    }
}
