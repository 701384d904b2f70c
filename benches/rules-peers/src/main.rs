//! `billing_rules::validate` beside its peers in one run: roxmltree's parse alone, the crate
//! en16931-formats 0.8 (read, then validate), and, where PyPI's saxonche and the official
//! stylesheets are (`ORACLE_XSLT`), the official engine.
//!
//! `rules-peers FILE…`; memory with `rules-peers --memory parse|validate FILE`.

use std::{
    env, fs,
    hint::black_box,
    process::Command,
    time::{Duration, Instant},
};

use billing_rules::{RuleSet, validate};
use xml::Parsed;

fn main() {
    let arguments: Vec<String> = env::args().skip(1).collect();
    if let [flag, what, file] = &arguments[..]
        && flag == "--memory"
    {
        return print_memory(what, file);
    }
    println!("{:<52} {:>12} {:>10}", "document and way", "median", "x parse");
    for file in &arguments {
        compare(file);
    }
}

fn compare(file: &str) {
    let text = fs::read_to_string(file).expect("a document");
    let parse = time(|| drop(black_box(roxmltree::Document::parse(&text))));
    let rule_set = RuleSet::detect(&read(&text)).expect("an invoice");
    let show = |way: &str, took: Duration| {
        let times = took.as_secs_f64() / parse.as_secs_f64();
        println!("{:<52} {:>12.1?} {times:>10.2}", format!("{} {way}", name(file)), took);
    };
    show("roxmltree's parse alone", parse);
    let ours = time(|| drop(black_box(validate(&read(&text), rule_set))));
    show(&format!("billing-rules, {}", rule_set.as_str()), ours);
    if rule_set != RuleSet::En16931Cii {
        show("en16931-formats 0.8, read and validate", time(|| peer(text.as_bytes())));
    }
    if let Some(official) = saxon(file, rule_set) {
        show("SaxonC-HE, official stylesheets", official);
        println!("  {:.0} times as fast as SaxonC", official.as_secs_f64() / ours.as_secs_f64());
    }
    let memory = |what: &str| memory_of(what, file);
    if let (Some(none), Some(tree), Some(whole)) =
        (memory("nothing"), memory("parse"), memory("validate"))
        && tree > none
    {
        let (tree, whole) = (tree - none, whole.saturating_sub(none));
        println!("  memory: tree {tree} KiB, validate {whole} KiB\n");
    }
}

fn name(file: &str) -> &str {
    file.rsplit('/').next().unwrap_or(file)
}

fn read(text: &str) -> Parsed<'_> {
    Parsed::read(text.as_bytes()).expect("XML")
}

fn peer(bytes: &[u8]) {
    let read = en16931_formats::read(bytes).expect("the peer reads it");
    let report = en16931::profiles::PEPPOL_BIS_3.validate(&read.invoice);
    black_box(report);
}

/// The median of many runs, or of three when one takes long.
fn time(mut work: impl FnMut()) -> Duration {
    let begun = Instant::now();
    let mut times = Vec::new();
    while times.len() < 3 || (begun.elapsed() < Duration::from_secs(2) && times.len() < 20_000) {
        let start = Instant::now();
        work();
        times.push(start.elapsed());
    }
    times.sort_unstable();
    times[times.len() / 2]
}

/// What the conformance tools' own benchmark says, when it can run here.
fn saxon(file: &str, rule_set: RuleSet) -> Option<Duration> {
    let tools = env::var("CONFORMANCE_DIR").ok()?;
    env::var_os("ORACLE_XSLT")?;
    let json = env::temp_dir().join("bench_saxon.json");
    let output = Command::new("python3")
        .arg(format!("{tools}/tools/bench_saxon.py"))
        .args(["run", "--ruleset", rule_set.as_str(), "--seconds", "3", "--json"])
        .arg(&json)
        .arg(file)
        .output()
        .ok()?;
    if !output.status.success() {
        eprintln!("{}", String::from_utf8_lossy(&output.stderr));
        return None;
    }
    let text = fs::read_to_string(json).ok()?;
    let (_, rest) = text.split_once("\"median_ms\":")?;
    let number = rest.trim_start().split([',', '}', '\n']).next()?.trim();
    Some(Duration::from_secs_f64(number.parse::<f64>().ok()? / 1e3))
}

/// The peak of a process of its own that does only this.
fn memory_of(what: &str, file: &str) -> Option<u64> {
    let program = env::current_exe().ok()?;
    let output = Command::new(program).args(["--memory", what, file]).output().ok()?;
    String::from_utf8(output.stdout).ok()?.trim().parse().ok()
}

fn print_memory(what: &str, file: &str) {
    let text = fs::read_to_string(file).expect("a document");
    let rule_set = RuleSet::detect(&read(&text)).expect("an invoice");
    match what {
        "parse" => drop(black_box(roxmltree::Document::parse(&text))),
        "validate" => drop(black_box(validate(&read(&text), rule_set))),
        _ => {}
    }
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    println!("{}", peak.map_or("0", |rest| rest.trim().trim_end_matches(" kB")));
}
