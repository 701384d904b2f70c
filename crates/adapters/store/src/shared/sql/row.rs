use super::{Fragment, Statement, Value};

/// A row to insert: see [`row!`](row).
#[derive(Debug, Clone)]
pub(crate) struct NewRow<'a> {
    /// The table and its columns.
    pub(crate) into: &'static str,
    /// One value for each column.
    pub(crate) values: Vec<Value<'a>>,
}

/// A row to insert, each column with its value: `row!("users", id: id, email: &email)`.
macro_rules! row {
    ($table:literal, $first:ident: $value:expr $(, $column:ident: $more:expr)* $(,)?) => {
        NewRow {
            into: concat!($table, " (", stringify!($first) $(, ", ", stringify!($column))*, ")"),
            values: vec![$value.into() $(, $more.into())*],
        }
    };
}

impl<'a> NewRow<'a> {
    /// `INSERT INTO … VALUES (…)`; an `ON CONFLICT` clause may be appended.
    pub(crate) fn insert(self) -> Statement<'a> {
        let mut statement = Statement::of_texts(["INSERT INTO ", self.into, " VALUES "]);
        statement.push_value(Value::List(self.values));
        statement
    }

    /// `INSERT INTO … SELECT …`; a table and a condition may be appended.
    pub(crate) fn insert_select(self) -> Statement<'a> {
        let mut statement = Statement::of_texts(["INSERT INTO ", self.into, " SELECT "]);
        statement.push_values(self.values);
        statement
    }
}

/// `INSERT INTO … VALUES (…), (…)` for rows of one table; `None` without rows.
pub(crate) fn insert_all<'a>(rows: impl IntoIterator<Item = NewRow<'a>>) -> Option<Statement<'a>> {
    let mut rows = rows.into_iter();
    let first = rows.next()?.insert();
    Some(rows.fold(first, |mut statement, row| {
        statement.push_text(", ");
        statement.push_value(Value::List(row.values));
        statement
    }))
}

/// `name (columns) AS (VALUES (…), (…))` for rows of one table, for `WITH`. At least one row; see
/// [`Statement::tuples`].
pub(crate) fn table_of<'a>(rows: &[NewRow<'a>]) -> Statement<'a> {
    let name = Fragment(rows.first().map_or("", |row| row.into));
    sql!("{} AS (VALUES {})", name, Statement::tuples(rows.iter().map(|row| row.values.clone())))
}

/// `INSERT INTO … VALUES (…), (…)` for rows of one table, some of them repeated. At least one row; see
/// [`Statement::tuples`].
pub(crate) fn insert_padded<'a>(rows: &[NewRow<'a>]) -> Statement<'a> {
    let into = Fragment(rows.first().map_or("", |row| row.into));
    sql!(
        "INSERT INTO {} VALUES {}",
        into,
        Statement::tuples(rows.iter().map(|row| row.values.clone()))
    )
}
