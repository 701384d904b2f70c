//! Instants at which a test kills a server: from a seed that is printed with a failure, so that they can be had again.
//! And the clocks of the servers that follow: what waits is waited for by them, not by the test.

use crate::{binary::Server, sending::all};
use serde_json::Value;
use std::{
    collections::BTreeSet,
    env, thread,
    time::{Duration, Instant},
};
use time::{OffsetDateTime, format_description::well_known::Rfc3339};

/// After what a killed server holds of requests (15 seconds) and jobs, and after the first wait of a send (10 to 12).
const LATER: time::Duration = time::Duration::seconds(16);

/// Leases of jobs that are over when the next server comes [`LATER`]. While their server lives they hold also on a machine
/// that has much else to do: a send whose lease is over is another worker's, as if its own had vanished.
pub const LEASE: [(&str, &str); 2] =
    [("BILLHOOK_JOB_LEASE_SECONDS", "12"), ("BILLHOOK_JOB_LEASE_FORCE", "true")];

/// How long is waited for anything in these tests: it costs nothing where it comes at once.
pub const PATIENCE: Duration = Duration::from_secs(300);

/// After each wait of a send that was interrupted six times.
pub const MUCH_LATER: time::Duration = time::Duration::hours(4);

/// A clock that is ahead of the machine's by this much, as a setting has it.
pub fn ahead(by: time::Duration) -> String {
    (OffsetDateTime::now_utc() + by).format(&Rfc3339).expect("a time")
}

/// How far ahead the clock of the server is that was started last: each takes over at once from the one before.
#[derive(Debug, Default)]
pub struct Later(pub time::Duration);

impl Later {
    /// The next one comes this much later, and a little.
    pub fn by(&mut self, more: time::Duration) -> &mut Self {
        self.0 += more;
        self
    }

    /// Starts the next one.
    pub fn start(&mut self, database: &str, settings: &[(&str, &str)]) -> Server {
        self.0 += LATER;
        let clock = ahead(self.0);
        let clock = [("BILLHOOK_CLOCK", clock.as_str()), ("BILLHOOK_CLOCK_FORCE", "true")];
        Server::start_with(database, &[settings, &clock[..]].concat())
    }
}

/// Waits until the sends have left that are under way now. One that lost nine workers is left to the operator: a test that
/// kills more servers than that has some of them live so long.
pub fn get_through(base_url: &str, seeded: &Value) {
    let under_way = || -> BTreeSet<String> {
        let rows = all(base_url, seeded, "sk", "/v1/agent/peppol/queue");
        rows.iter().map(|row| row["document_id"].to_string()).collect()
    };
    let (before, until) = (under_way(), Instant::now() + PATIENCE);
    loop {
        let rest: Vec<_> = under_way().intersection(&before).cloned().collect();
        if rest.is_empty() {
            return;
        }
        assert!(Instant::now() < until, "they do not leave: {rest:?}");
        thread::sleep(Duration::from_millis(50));
    }
}

/// The waits before each kill.
pub struct Instants(u64);

impl Instants {
    /// Those of `BILLHOOK_KILL_SEED`, or others in each run.
    pub fn draw() -> Self {
        let named = env::var("BILLHOOK_KILL_SEED").ok();
        let seed = match named {
            Some(seed) => seed.parse().expect("BILLHOOK_KILL_SEED is a number"),
            None => uuid::Uuid::new_v4().as_u64_pair().1,
        };
        println!("BILLHOOK_KILL_SEED={seed}");
        Self(seed)
    }

    /// A number below this one (SplitMix64).
    pub fn below(&mut self, end: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        (z ^ (z >> 31)) % end
    }

    /// Until the next one: up to this long.
    pub fn wait(&mut self, longest: Duration) {
        let longest = u64::try_from(longest.as_micros()).expect("a short time");
        thread::sleep(Duration::from_micros(self.below(longest)));
    }
}
