use super::ROWS;
use crate::{
    blocks::{Action, Cell, Link, Section, Table, facts},
    error::{Page, PageError},
    frame::see_other,
    place::Place,
    view::View,
    visit::{Visit, next_page},
};
use ::webhooks::{
    Attempt, DeliveryFilter, DeliveryId, DeliveryRecord, DeliveryState, DeliveryStore, EndpointId,
    Kind,
};
use api_http::{Body, paging::page_parameters_of};
use use_cases::webhooks::{WebhookError, redeliver, redeliver_failed};

/// Characters of a body that a page shows.
const MAX_BODY: usize = 10_000;

/// A page of the deliveries of an endpoint.
pub(super) async fn table(
    visit: &Visit<impl Place>,
    endpoint: EndpointId,
) -> Result<Table, PageError> {
    let owner = visit.webhooks()?.owner;
    let (t, words) = (visit.t(), &visit.words);
    let mut query = visit.query()?;
    let _ = query.text("done");
    let (after, limit) = page_parameters_of(&mut query, ROWS, ROWS);
    query.finish()?;
    let any = DeliveryFilter::default();
    let page = visit.store.deliveries(owner, endpoint, &any, after, limit).await;
    let page = page.map_err(WebhookError::from)?;
    let next = next_page(visit.http.query_string(), page.next());
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
    Ok(Table {
        caption: t.deliveries.to_owned(),
        heads: vec![t.event, t.state, t.attempts, t.made_at],
        rows: page.rows.iter().map(row).collect(),
        empty: t.no_deliveries,
        next: next.map(|href| (href, t.next_rows)),
    })
}

/// One of them: what was sent, and what came of each attempt.
pub(super) async fn page<At: Place>(visit: Visit<At>) -> Page {
    let owner = visit.webhooks()?.owner;
    let (endpoint, id) = ids(&visit)?;
    let record = visit.store.delivery(owner, endpoint, id).await.map_err(WebhookError::from)?;
    let (t, words, delivery) = (visit.t(), &visit.words, &record.delivery);
    let (due, ended) = match delivery.state {
        DeliveryState::Pending { due } => (Some(due), None),
        DeliveryState::Delivering { .. } => (None, None),
        DeliveryState::Delivered { at } | DeliveryState::Failed { at, .. } => (None, Some(at)),
    };
    let mut view = View::new(delivery.event.as_str());
    view.badge = Some(words.delivery(&delivery.state));
    view.links = vec![Link::new(visit.path(&format!("webhooks/{endpoint}")), t.back)];
    let replay = visit.path(&format!("webhooks/{endpoint}/deliveries/{id}/replay"));
    view.actions = vec![Action::new(replay, t.replay).main()];
    view.facts = facts([
        (t.id, Cell::Code(id.to_string())),
        (t.is_test, Cell::text(words.yes(delivery.kind == Kind::Test))),
        (t.made_at, words.time(delivery.created_at)),
        (t.next_attempt, words.moment(due)),
        (t.ended_at, words.moment(ended)),
    ]);
    let row = |attempt: &Attempt| {
        let took = (attempt.finished_at - attempt.started_at).whole_milliseconds();
        vec![
            Cell::text(attempt.number.to_string()),
            words.time(attempt.started_at),
            Cell::text(format!("{took} ms")),
            Cell::maybe(attempt.outcome.status().map(|status| status.to_string())),
            Cell::text(attempt.outcome.to_string()),
        ]
    };
    let attempts = Table {
        caption: t.attempts.to_owned(),
        heads: vec![t.attempt, t.when, t.took, t.http_status, t.what],
        rows: record.attempts.iter().map(row).collect(),
        empty: t.no_attempts,
        next: None,
    };
    let body: String = record.body.as_str().chars().take(MAX_BODY).collect();
    view.sections = vec![
        Section::table(t.attempts, attempts),
        Section { code: Some(body), ..Section::new(t.payload) },
    ];
    view.show(&visit)
}

/// The endpoint and the delivery of the path.
fn ids(visit: &Visit<impl Place>) -> Result<(EndpointId, DeliveryId), PageError> {
    Ok((EndpointId(visit.id("id")?), DeliveryId(visit.id("delivery")?)))
}

/// Delivers one again.
pub(super) async fn replay<At: Place>(visit: Visit<At>, body: Body) -> Page {
    visit.form(&body)?;
    let (endpoint, id) = ids(&visit)?;
    redeliver(visit.webhooks()?, endpoint, id).await?;
    visit.notifier.deliveries();
    Ok(see_other(&visit.path(&format!("webhooks/{endpoint}/deliveries/{id}?done=on-its-way"))))
}

/// Delivers those again that failed: the newest of them; a second click goes on.
pub(super) async fn replay_failed<At: Place>(visit: Visit<At>, body: Body) -> Page {
    visit.form(&body)?;
    let of = visit.webhooks()?;
    let endpoint = EndpointId(visit.id("id")?);
    redeliver_failed(of, endpoint).await?;
    visit.notifier.deliveries();
    Ok(see_other(&visit.path(&format!("webhooks/{endpoint}?done=on-its-way"))))
}
