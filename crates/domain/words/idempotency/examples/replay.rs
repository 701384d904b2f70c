//! Shows what becomes of a second request under a key.
use idempotency::{Answer, Fingerprint, Record, State, decide};
use time::{Duration, OffsetDateTime};

fn main() {
    let now = OffsetDateTime::UNIX_EPOCH;
    let first = Fingerprint([1; 32]);
    let answered = Record {
        fingerprint: first,
        state: State::Done(Answer { status: 201, body: b"{\"id\":1}".to_vec() }),
    };
    println!("same body:  {:?}", decide(Some(&answered), first, now));
    println!("other body: {:?}", decide(Some(&answered), Fingerprint([2; 32]), now));
    let running =
        Record { fingerprint: first, state: State::Running { until: now + Duration::MINUTE } };
    println!("meanwhile:  {:?}", decide(Some(&running), first, now));
}
