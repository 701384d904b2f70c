use std::{
    cell::Cell,
    rc::Rc,
    time::{Duration, Instant},
};
use store::DatabaseTime;

/// What a request spends its time on, beside the database: the store counts that by itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Part {
    /// Finding the key and its rights.
    Auth,
    /// The rules, and what they wait for outside.
    Domain,
    /// Writing JSON, PDF or XML.
    Render,
}

/// The parts of one request's time, for `Server-Timing`.
#[derive(Debug, Clone, Default)]
pub struct Timing {
    parts: Rc<[Cell<Duration>; 3]>,
    database: DatabaseTime,
    /// Time in the database that is counted under another part.
    elsewhere: Rc<Cell<Duration>>,
}

impl Timing {
    /// Where the store counts.
    pub fn database(&self) -> &DatabaseTime {
        &self.database
    }

    fn add(&self, part: Part, spent: Duration) {
        let cell = &self.parts[part as usize];
        cell.set(cell.get() + spent);
    }

    /// Counts a time under a part that was spent inside a call of the store.
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

    /// The same with the number of calls of the store: what a page costs.
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
