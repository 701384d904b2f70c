//! The contract that every store keeps.

mod sqlite {
    use crate::database::Database;
    use testkit::contract_suite;

    async fn database() -> Option<Database> {
        Some(Database::sqlite().await)
    }

    contract_suite!(database);
}

mod postgres {
    use crate::database::Database;
    use testkit::contract_suite;

    async fn database() -> Option<Database> {
        Database::postgres().await
    }

    contract_suite!(database);
}
