use std::{env, io::Write, path::PathBuf, sync::Once};
use uuid::Uuid;

/// A fresh database of one test; gone with it.
pub enum Database {
    /// A file in a folder of its own.
    Sqlite {
        /// The folder.
        dir: PathBuf,
    },
    /// A database on the server of `TEST_DATABASE_URL`.
    Postgres {
        /// The server's own URL, to drop the database at the end.
        server: String,
        /// The database's name.
        name: String,
    },
}

impl Database {
    /// One of each kind that can be tested here.
    pub async fn all() -> Vec<Self> {
        let dir = env::temp_dir().join(format!("billhook-test-{}", Uuid::now_v7()));
        std::fs::create_dir_all(&dir).expect("a folder for the database");
        let mut all = vec![Self::Sqlite { dir }];
        match env::var("TEST_DATABASE_URL") {
            Ok(server) => {
                let name = format!("billhook_test_{}", Uuid::now_v7().simple());
                execute(&server, &format!("create database {name}")).await;
                all.push(Self::Postgres { server, name });
            }
            Err(_) => say_what_is_left_out(),
        }
        all
    }

    /// Where the service finds it.
    pub fn url(&self) -> String {
        match self {
            Self::Sqlite { dir } => format!("sqlite:{}", dir.join("billhook.db").display()),
            Self::Postgres { server, name } => {
                let (host, _) = server.rsplit_once('/').expect("a URL with a database");
                format!("{host}/{name}")
            }
        }
    }
}

impl Drop for Database {
    fn drop(&mut self) {
        match self {
            Self::Sqlite { dir } => {
                let _ = std::fs::remove_dir_all(dir);
            }
            Self::Postgres { server, name } => {
                let (server, name) = (server.clone(), name.clone());
                let dropping = std::thread::spawn(move || {
                    let mut runtime = tokio::runtime::Builder::new_current_thread();
                    let runtime = runtime.enable_all().build().expect("a runtime");
                    let drop = format!("drop database if exists {name} with (force)");
                    runtime.block_on(execute(&server, &drop));
                });
                let _ = dropping.join();
            }
        }
    }
}

async fn execute(url: &str, statement: &str) {
    let (client, connection) =
        tokio_postgres::connect(url, tokio_postgres::NoTls).await.expect("PostgreSQL");
    let connection = tokio::spawn(connection);
    client.batch_execute(statement).await.expect(statement);
    drop(client);
    let _ = connection.await;
}

/// Past the capture of the test harness, once: nobody shall think that PostgreSQL was tried.
fn say_what_is_left_out() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let _ = writeln!(
            std::io::stderr(),
            "note: this suite runs on SQLite only; on PostgreSQL too with \
             TEST_DATABASE_URL=postgres://postgres@127.0.0.1:5432/test"
        );
    });
}
