use super::{Settings, TestServer, settings};
use test_databases::{TempDatabase, TempFolder};

/// The kind of database that a test runs on.
#[derive(Debug, Clone, Copy)]
pub enum Engine {
    Sqlite,
    Postgres,
}

/// Where the database of a server is; gone with it.
pub enum Place {
    Sqlite(TempFolder),
    Postgres(TempDatabase),
}

impl Engine {
    /// A server on a fresh database, with settings of its own. Jobs that recur do not run.
    pub async fn serve(self, settings: Settings) -> TestServer {
        TestServer::start(self.place().await, settings).await
    }

    async fn place(self) -> Place {
        match self {
            Self::Sqlite => Place::Sqlite(TempFolder::migrated().await),
            Self::Postgres => Place::Postgres(TempDatabase::migrated().await),
        }
    }
}

impl Place {
    pub fn url(&self) -> String {
        match self {
            Self::Sqlite(folder) => folder.url(),
            Self::Postgres(database) => database.url(),
        }
    }
}

/// What a test asks for: a server with the usual settings, or the engine to start its own on.
pub trait FromEngine {
    async fn from_engine(engine: Engine) -> Self;
}

impl FromEngine for TestServer {
    async fn from_engine(engine: Engine) -> Self {
        engine.serve(settings()).await
    }
}

impl FromEngine for Engine {
    async fn from_engine(engine: Engine) -> Self {
        engine
    }
}

/// Gives a test what it asks for.
pub async fn run<T: FromEngine, F: Future<Output = ()>>(engine: Engine, test: impl Fn(T) -> F) {
    test(T::from_engine(engine).await).await;
}

/// Makes two tests of each function, so that a failure names the engine. Attributes before its name are those of both.
macro_rules! on_both {
    ($($(#[$attribute:meta])* $name:ident),+ $(,)?) => {
        mod sqlite { $(
            $(#[$attribute])*
            #[tokio::test]
            async fn $name() {
                $crate::support::run($crate::support::Engine::Sqlite, super::$name).await;
            }
        )+ }
        mod postgres { $(
            $(#[$attribute])*
            #[test_databases::on_postgres]
            #[tokio::test]
            async fn $name() {
                $crate::support::run($crate::support::Engine::Postgres, super::$name).await;
            }
        )+ }
    };
}
pub(crate) use on_both;
