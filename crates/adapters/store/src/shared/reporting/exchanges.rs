//! The message log.

use super::{
    super::{super::commit_mutations, sql::*},
    service_messages,
};
use crate::{error::require_known, network_names as names};
use access::OrganizationId;
use peppol_connector::{
    identifiers::{MessageId, Network},
    inbox::{Arrival, ArrivingDocument},
};
use peppol_statistics::{Direction, Month};
use persistence::{Cursor, Page, RowId};
use provider_reports::{EndUser, ExchangeLog, LoggedExchange, ServiceMessageArrival};
use time::{OffsetDateTime, Time};
use uuid::Uuid;

columns! {
    struct ExchangeRow {
        network: String,
        direction: String,
        message: Uuid,
        at: OffsetDateTime,
        provider: String,
        document_type: String,
        process: String,
        c1_country: Option<String>,
        c4_country: Option<String>,
        end_user: Option<String>,
    }
}

impl ExchangeRow {
    fn into_domain(self) -> Result<LoggedExchange> {
        let direction = [Direction::In, Direction::Out];
        let direction = direction.into_iter().find(|one| direction_name(*one) == self.direction);
        Ok(LoggedExchange {
            network: names::network(&self.network)?,
            direction: require_known("direction", &self.direction, direction)?,
            message: MessageId(self.message),
            at: self.at,
            provider: self.provider,
            document_type: names::document_type(&self.document_type)?,
            process: names::process(&self.process)?,
            c1_country: self.c1_country,
            c4_country: self.c4_country,
            end_user: self.end_user,
        })
    }
}

const fn direction_name(direction: Direction) -> &'static str {
    match direction {
        Direction::In => "in",
        Direction::Out => "out",
    }
}

/// The owned values that the columns of an exchange borrow.
pub(in super::super) struct ExchangeColumns {
    exchange: LoggedExchange,
    document_type: String,
    process: String,
}

impl ExchangeColumns {
    pub(in super::super) fn of(exchange: LoggedExchange) -> Self {
        let document_type = exchange.document_type.to_string();
        let process = exchange.process.to_string();
        Self { exchange, document_type, process }
    }

    /// Stores it once: a repetition changes nothing.
    pub(in super::super) fn insert(&self) -> Mutation<'_> {
        let exchange = &self.exchange;
        let row = row!("peppol_exchanges",
            network: exchange.network.name(),
            direction: direction_name(exchange.direction),
            message: exchange.message,
            at: exchange.at,
            provider: &exchange.provider,
            document_type: &self.document_type,
            process: &self.process,
            c1_country: exchange.c1_country.as_deref(),
            c4_country: exchange.c4_country.as_deref(),
            end_user: exchange.end_user.as_deref(),
        );
        let once = sql!(" ON CONFLICT (network, message, direction) DO NOTHING");
        Mutation::insert(row).then(once).if_there()
    }
}

#[cfg_attr(not(test), compiled_once::compiled_once)]
impl ExchangeLog for Backend {
    async fn end_user(&self, organization: OrganizationId) -> Result<EndUser> {
        let mut conn = self.reader().await?;
        let query = sql!("SELECT country, ico FROM organizations WHERE id = {}", organization);
        let (country, ico): (String, Option<String>) = query.one(read_conn!(conn)).await?;
        Ok(EndUser::of(organization, country, ico.as_deref()))
    }

    async fn log_exchange(&self, exchange: &LoggedExchange) -> Result<()> {
        let columns = ExchangeColumns::of(exchange.clone());
        commit_mutations(self, vec![columns.insert()]).await
    }

    async fn keep_service_message(&self, message: &ServiceMessageArrival<'_>) -> Result<Arrival> {
        service_messages::keep(self, message).await
    }

    async fn service_message_before(&self, arriving: &ArrivingDocument) -> Result<Option<Arrival>> {
        service_messages::before(self, arriving).await
    }

    async fn exchanges(
        &self,
        network: Network,
        month: Month,
        after: Option<Cursor>,
        limit: u16,
    ) -> Result<Page<LoggedExchange>> {
        let start = |month: Month| month.first().with_time(Time::MIDNIGHT).assume_utc();
        let query = sql!(
            "SELECT network, direction, message, at, provider, document_type, process, c1_country,
               c4_country, end_user
             FROM peppol_exchanges WHERE network = {} AND at >= {} AND at < {}",
            network.name(),
            start(month),
            start(month.next())
        );
        // the first term lets the index seek, the second breaks the tie
        let after = after.map(|Cursor { created_at, id: RowId(id) }| {
            sql!(" AND at >= {at} AND (at > {at} OR message > {id})", at = created_at, id = id)
        });
        let limited = sql!(" ORDER BY at, message LIMIT {}", i64::from(limit) + 1);
        self.page(query.and(after).then(limited), limit, ExchangeRow::into_domain).await
    }

    async fn first_exchange(&self, network: Network) -> Result<Option<OffsetDateTime>> {
        let query = sql!(
            "SELECT at FROM peppol_exchanges WHERE network = {} ORDER BY at LIMIT 1",
            network.name()
        );
        reading!(self, conn => query.first(conn))
    }
}
