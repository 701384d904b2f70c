//! A store on a database of its own, and raw SQL beside it.

use access::OrganizationId;
use diesel::{
    Connection, QueryableByName, SqliteConnection, connection::SimpleConnection, sql_query,
};
use diesel_async::{AsyncConnection, AsyncPgConnection, RunQueryDsl, SimpleAsyncConnection};
use invoicing::records::{Provision, ProvisionStore};
use std::time::Duration;
use store::{SecretsKey, Store, StoreOptions};
use test_databases::{TempDatabase, TempFolder};
use testkit::{build, contract::StoreUnderTest};

/// Where the database is. Dropped after the store.
pub enum Place {
    Sqlite(TempFolder),
    Postgres(TempDatabase),
}

pub struct Database {
    pub store: Store,
    pub place: Place,
}

#[derive(QueryableByName)]
struct Row {
    #[diesel(sql_type = diesel::sql_types::Text)]
    text: String,
}

/// Few connections: suites run beside each other, and servers have a limit.
pub fn options() -> StoreOptions {
    StoreOptions {
        connections: 6,
        acquire_timeout: Duration::from_secs(20),
        secrets_key: Some(SecretsKey::new([7; 32])),
        ..StoreOptions::default()
    }
}

impl Place {
    pub fn sqlite() -> Self {
        Self::Sqlite(TempFolder::create())
    }

    pub async fn postgres() -> Self {
        Self::Postgres(TempDatabase::create().await)
    }

    pub fn url(&self) -> String {
        match self {
            Self::Sqlite(folder) => folder.url(),
            Self::Postgres(database) => database.url(),
        }
    }

    pub async fn open(&self) -> Store {
        Store::open(&self.url(), options()).await.expect("opened")
    }

    /// An id in SQL.
    pub fn literal(&self, id: uuid::Uuid) -> String {
        match self {
            Self::Sqlite(_) => format!("x'{}'", id.simple()),
            Self::Postgres(_) => format!("'{id}'"),
        }
    }

    pub async fn execute(&self, sql: &str) {
        match self {
            Self::Sqlite(_) => self.sqlite_connection().batch_execute(sql),
            Self::Postgres(_) => self.postgres_connection().await.batch_execute(sql).await,
        }
        .unwrap_or_else(|error| panic!("{sql}: {error}"));
    }

    /// The column `text` of the rows.
    pub async fn texts(&self, sql: &str) -> Vec<String> {
        let rows: Result<Vec<Row>, _> = match self {
            Self::Sqlite(_) => {
                diesel::RunQueryDsl::load(sql_query(sql), &mut self.sqlite_connection())
            }
            Self::Postgres(_) => sql_query(sql).load(&mut self.postgres_connection().await).await,
        };
        let rows = rows.unwrap_or_else(|error| panic!("{sql}: {error}"));
        rows.into_iter().map(|row| row.text).collect()
    }

    /// The only number of a query.
    pub async fn count(&self, of: &str) -> usize {
        let texts = self.texts(&format!("select cast(count(*) as text) as text from {of}")).await;
        texts[0].parse().expect("a count")
    }

    pub fn sqlite_connection(&self) -> SqliteConnection {
        let url = self.url();
        let path = url.strip_prefix("sqlite:").expect("SQLite");
        let mut conn = SqliteConnection::establish(path).expect("the file");
        conn.batch_execute("PRAGMA busy_timeout = 5000").expect("a setting");
        conn
    }

    pub async fn postgres_connection(&self) -> AsyncPgConnection {
        AsyncPgConnection::establish(&self.url()).await.expect("the server")
    }
}

impl Database {
    async fn at(place: Place) -> Self {
        Self { store: place.open().await, place }
    }

    pub async fn sqlite() -> Self {
        Self::at(Place::Sqlite(TempFolder::migrated().await)).await
    }

    pub async fn postgres() -> Self {
        Self::at(Place::Postgres(TempDatabase::migrated().await)).await
    }

    /// A new organization.
    pub async fn organization(&self) -> OrganizationId {
        let organization = build::organization();
        let id = organization.id;
        let provision = Provision { organizations: vec![organization], ..Provision::default() };
        self.store.provision(&provision, build::NOW).await.expect("provisioned");
        id
    }

    /// The numbers of an organization's invoices, sorted.
    pub async fn numbers(&self, of: OrganizationId) -> Vec<String> {
        let of = self.place.literal(of.0);
        let sql = format!(
            "select number as text from invoices where organization_id = {of} order by number"
        );
        self.place.texts(&sql).await
    }
}

impl StoreUnderTest for Database {
    type Store = Store;

    fn store(&self) -> &Store {
        &self.store
    }

    async fn events(&self, organization: OrganizationId) -> Vec<String> {
        let of = self.place.literal(organization.0);
        let sql = format!(
            "select payload as text from events where organization_id = {of} \
             order by created_at, id"
        );
        self.place.texts(&sql).await
    }
}
