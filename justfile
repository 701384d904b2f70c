# The commands of the project. `just` is a convenience: each is one plain line.

# What newcomers run: a server on a fresh embedded database, with one invoice of each type.
demo:
    cargo run -- demo

test:
    cargo test --workspace

# The tests with PostgreSQL.
test-all:
    TEST_DATABASE_URL=${TEST_DATABASE_URL:-postgres://postgres@127.0.0.1:5432/test} cargo test --workspace

# Domain crates reach no IO crate.
purity:
    bash .ci/purity

# Everything that CI checks.
ci:
    bash .ci/run

# Side by side: invoices over HTTP against the databases' ceilings, PDF pages, UBL documents.
bench:
    bash benches/run

# Rewrite the OpenAPI snapshot.
openapi:
    UPDATE_GOLDEN=1 cargo test -p billhook --test openapi
