use actix_web::{HttpMessage, HttpRequest};
use std::{
    cell::Cell,
    rc::Rc,
    time::{Duration, Instant},
};

/// What a request spends its time on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Part {
    /// Finding the key and its rights.
    Auth,
    /// The rules.
    Domain,
    /// The database.
    Db,
    /// Writing JSON, PDF or XML.
    Render,
}

/// The parts of one request's time, for `Server-Timing`.
#[derive(Debug, Clone, Default)]
pub struct Timing(Rc<[Cell<Duration>; 4]>);

impl Timing {
    /// The timing of a request that [`super::observe`] began.
    #[must_use]
    pub fn of(request: &HttpRequest) -> Self {
        request.extensions().get::<Timing>().cloned().unwrap_or_default()
    }

    /// Adds the time since `began`.
    pub fn add(&self, part: Part, began: Instant) {
        let cell = &self.0[part as usize];
        cell.set(cell.get() + began.elapsed());
    }

    /// Counts a time under `to` that was counted under `from`, because it was spent inside.
    pub fn move_to(&self, to: Part, from: Part, spent: Duration) {
        let (to, from) = (&self.0[to as usize], &self.0[from as usize]);
        from.set(from.get().saturating_sub(spent));
        to.set(to.get() + spent);
    }

    /// Runs a computation and counts it.
    pub fn time<T>(&self, part: Part, work: impl FnOnce() -> T) -> T {
        let began = Instant::now();
        let result = work();
        self.add(part, began);
        result
    }

    /// Awaits a future and counts it.
    pub async fn wait<T>(&self, part: Part, work: impl Future<Output = T>) -> T {
        let began = Instant::now();
        let result = work.await;
        self.add(part, began);
        result
    }

    /// The header's value, in milliseconds.
    #[must_use]
    pub fn header(&self, total: Duration) -> String {
        let ms = |duration: Duration| duration.as_secs_f64() * 1e3;
        let [auth, domain, db, render] = [0, 1, 2, 3].map(|i: usize| ms(self.0[i].get()));
        format!(
            "auth;dur={auth:.3}, domain;dur={domain:.3}, db;dur={db:.3}, render;dur={render:.3}, \
             total;dur={:.3}",
            ms(total)
        )
    }
}
