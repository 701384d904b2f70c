//! The service's metrics as Prometheus text. They are few: a registry and its 17 crates would be more code than this
//! page.

use std::{
    collections::BTreeMap,
    fmt::Write,
    sync::{Mutex, MutexGuard, PoisonError},
    time::Duration,
};

/// Requests by method, route and status.
pub static REQUESTS: Counter =
    Counter::new("billhook_http_requests_total", &["method", "route", "status"]);
/// The durations of requests, by route.
pub static REQUEST_SECONDS: Histogram = Histogram::new("billhook_http_request_seconds", "route");
/// Events that were published.
pub static EVENTS: Counter = Counter::new("billhook_events_total", &[]);
/// Attempts to deliver a webhook, by their outcome and the delivery's state afterwards.
pub static WEBHOOK_ATTEMPTS: Counter =
    Counter::new("billhook_webhook_attempts_total", &["outcome", "state"]);

/// Messages of other access points that were refused because too many waited.
pub static TURNED_AWAY: Counter = Counter::new("billhook_peppol_turned_away_total", &[]);

/// Documents of other access points that were refused because their receiver got too many in a day, by the limit that
/// was reached.
pub static OVER_VOLUME: Counter = Counter::new("billhook_peppol_over_volume_total", &["of"]);

/// All metrics in the text format 0.0.4.
#[must_use]
pub fn render() -> String {
    let mut text = String::new();
    for counter in [&REQUESTS, &EVENTS, &WEBHOOK_ATTEMPTS, &TURNED_AWAY, &OVER_VOLUME] {
        counter.write(&mut text);
    }
    REQUEST_SECONDS.write(&mut text);
    let unreadable = store::unreadable_rows();
    let labels = unreadable.map(|(table, _)| [("table", table)]);
    let counts =
        labels.iter().zip(unreadable).map(|(table, (_, count))| (&table[..], count as f64));
    write(&mut text, "billhook_unreadable_rows_total", "counter", &counts.collect::<Vec<_>>());
    let unsigned = peppol_as4::unsigned_answers();
    let labels = unsigned.map(|(answer, _)| [("answer", answer)]);
    let counts =
        labels.iter().zip(unsigned).map(|(answer, (_, count))| (&answer[..], count as f64));
    write(
        &mut text,
        "billhook_peppol_unsigned_answers_total",
        "counter",
        &counts.collect::<Vec<_>>(),
    );
    text
}

/// Writes a metric of this type with a value for each set of labels.
pub fn write(text: &mut String, name: &str, metric_type: &str, values: &[(&[(&str, &str)], f64)]) {
    _ = writeln!(text, "# TYPE {name} {metric_type}");
    for (labels, value) in values {
        let labels: Vec<_> = labels.iter().map(|(label, of)| pair(label, of)).collect();
        match labels.as_slice() {
            [] => _ = writeln!(text, "{name} {value}"),
            some => _ = writeln!(text, "{name}{{{}}} {value}", some.join(",")),
        }
    }
}

/// A number that only grows, for each set of labels.
pub struct Counter {
    name: &'static str,
    labels: &'static [&'static str],
    counts: Mutex<BTreeMap<Vec<String>, u64>>,
}

impl Counter {
    const fn new(name: &'static str, labels: &'static [&'static str]) -> Self {
        Self { name, labels, counts: Mutex::new(BTreeMap::new()) }
    }

    /// Adds to the count under these values of the labels.
    pub fn add(&self, values: &[&str], count: u64) {
        let values = values.iter().map(|&value| value.to_owned()).collect();
        *locked(&self.counts).entry(values).or_default() += count;
    }

    fn write(&self, text: &mut String) {
        _ = writeln!(text, "# TYPE {} counter", self.name);
        for (values, count) in &*locked(&self.counts) {
            let pairs = self.labels.iter().zip(values);
            let labels: Vec<_> = pairs.map(|(label, value)| pair(label, value)).collect();
            match labels.as_slice() {
                [] => _ = writeln!(text, "{} {count}", self.name),
                some => _ = writeln!(text, "{}{{{}}} {count}", self.name, some.join(",")),
            }
        }
    }
}

/// Upper bounds of the buckets, in seconds.
const BOUNDS: [f64; 13] =
    [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0];

/// A distribution of durations for each value of a label.
pub struct Histogram {
    name: &'static str,
    label: &'static str,
    series: Mutex<BTreeMap<String, Series>>,
}

/// The counts within each bound, the count of all, and their sum in seconds.
#[derive(Default)]
struct Series {
    within: [u64; BOUNDS.len()],
    count: u64,
    sum: f64,
}

impl Histogram {
    const fn new(name: &'static str, label: &'static str) -> Self {
        Self { name, label, series: Mutex::new(BTreeMap::new()) }
    }

    /// Counts a duration under this value of the label.
    pub fn record(&self, value: &str, duration: Duration) {
        let seconds = duration.as_secs_f64();
        let mut all = locked(&self.series);
        let series = all.entry(value.to_owned()).or_default();
        for (within, bound) in series.within.iter_mut().zip(BOUNDS) {
            *within += u64::from(seconds <= bound);
        }
        series.count += 1;
        series.sum += seconds;
    }

    fn write(&self, text: &mut String) {
        let name = self.name;
        _ = writeln!(text, "# TYPE {name} histogram");
        for (value, series) in &*locked(&self.series) {
            let label = pair(self.label, value);
            for (within, bound) in series.within.iter().zip(BOUNDS) {
                _ = writeln!(text, "{name}_bucket{{{label},le=\"{bound}\"}} {within}");
            }
            _ = writeln!(text, "{name}_bucket{{{label},le=\"+Inf\"}} {}", series.count);
            _ = writeln!(text, "{name}_sum{{{label}}} {}", series.sum);
            _ = writeln!(text, "{name}_count{{{label}}} {}", series.count);
        }
    }
}

/// Locks the counts. A poisoned lock is used all the same, because each change is complete by itself.
fn locked<T>(counts: &Mutex<T>) -> MutexGuard<'_, T> {
    counts.lock().unwrap_or_else(PoisonError::into_inner)
}

fn pair(label: &str, value: &str) -> String {
    let value = value.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n");
    format!("{label}=\"{value}\"")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counters_and_histograms_are_written_as_prometheus_reads_them() {
        let counter = Counter::new("c_total", &["a", "b"]);
        counter.add(&["x", "say \"y\"\\"], 2);
        counter.add(&["x", "say \"y\"\\"], 1);
        let histogram = Histogram::new("h", "route");
        histogram.record("/", Duration::from_millis(30));
        histogram.record("/", Duration::from_secs(20));
        let mut text = String::new();
        counter.write(&mut text);
        histogram.write(&mut text);
        assert!(
            text.starts_with(
                "# TYPE c_total counter\nc_total{a=\"x\",b=\"say \\\"y\\\"\\\\\"} 3\n"
            )
        );
        for line in [
            "# TYPE h histogram",
            "h_bucket{route=\"/\",le=\"0.025\"} 0",
            "h_bucket{route=\"/\",le=\"0.05\"} 1",
            "h_bucket{route=\"/\",le=\"10\"} 1",
            "h_bucket{route=\"/\",le=\"+Inf\"} 2",
            "h_sum{route=\"/\"} 20.03",
            "h_count{route=\"/\"} 2",
        ] {
            assert!(text.lines().any(|it| it == line), "{line} is not in\n{text}");
        }
    }

    #[test]
    fn a_counter_without_labels_has_no_braces() {
        let counter = Counter::new("c_total", &[]);
        counter.add(&[], 7);
        let mut text = String::new();
        counter.write(&mut text);
        assert_eq!(text, "# TYPE c_total counter\nc_total 7\n");
    }
}
