use std::{
    cell::Cell,
    rc::Rc,
    time::{Duration, Instant},
};
use store::DatabaseTime;

/// A part of a request's time. Time in the database is counted by the store itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Part {
    /// Finding the key and its rights.
    Auth,
    /// The rules, and calls to services outside.
    Domain,
    /// Writing JSON, PDF or XML.
    Render,
}

/// The parts of one request's time, for `Server-Timing`.
#[derive(Debug, Clone, Default)]
pub struct Timing {
    parts: Rc<[Cell<Duration>; 3]>,
    database: DatabaseTime,
    /// Database time that was counted under another part.
    elsewhere: Rc<Cell<Duration>>,
}

impl Timing {
    /// The counter of the store.
    pub fn database(&self) -> &DatabaseTime {
        &self.database
    }

    fn add(&self, part: Part, spent: Duration) {
        let cell = &self.parts[part as usize];
        cell.set(cell.get() + spent);
    }

    /// Moves a time that was spent inside a call of the store to another part.
    pub fn move_from_database(&self, part: Part, spent: Duration) {
        self.add(part, spent);
        self.elsewhere.set(self.elsewhere.get() + spent);
    }

    /// Runs a computation and counts it.
    pub fn time<T>(&self, part: Part, work: impl FnOnce() -> T) -> T {
        let began = Instant::now();
        let result = work();
        self.add(part, began.elapsed());
        result
    }

    /// Awaits a future and counts it, with its calls of the store.
    pub async fn wait<T>(&self, part: Part, work: impl Future<Output = T>) -> T {
        let (began, before) = (Instant::now(), self.database.spent());
        let result = work.await;
        self.add(part, began.elapsed());
        let within = self.database.spent().saturating_sub(before);
        self.elsewhere.set(self.elsewhere.get() + within);
        result
    }

    /// The value of the header, with the number of store calls: the cost of a page.
    #[must_use]
    pub fn header_with_calls(&self, total: Duration) -> String {
        format!("{}, calls;desc=\"{}\"", self.header(total), self.database.calls())
    }

    /// The header's value, in milliseconds.
    #[must_use]
    pub fn header(&self, total: Duration) -> String {
        let ms = |duration: Duration| duration.as_secs_f64() * 1e3;
        let [auth, domain, render] = [0, 1, 2].map(|i: usize| ms(self.parts[i].get()));
        let db = ms(self.database.spent().saturating_sub(self.elsewhere.get()));
        format!(
            "auth;dur={auth:.3}, domain;dur={domain:.3}, db;dur={db:.3}, render;dur={render:.3}, \
             total;dur={:.3}",
            ms(total)
        )
    }
}
