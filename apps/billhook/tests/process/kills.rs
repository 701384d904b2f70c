//! Instants at which a test kills a server: from a seed that is printed with a failure, so that they can be had again.

use std::{env, thread, time::Duration};

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
    fn below(&mut self, end: u64) -> u64 {
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
