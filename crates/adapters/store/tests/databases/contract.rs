//! The contract that every store keeps.

mod sqlite {
    use crate::database::Database;
    use testkit::contract_suite;

    async fn database() -> Database {
        Database::sqlite().await
    }

    contract_suite!(database);
}

mod postgres {
    use crate::database::Database;
    use testkit::contract_suite;

    async fn database() -> Database {
        Database::postgres().await
    }

    contract_suite!(
        #[test_databases::on_postgres]
        database
    );
}
