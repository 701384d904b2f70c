fn hwm(what: &str) {
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let line = status.lines().find(|l| l.starts_with("VmHWM")).unwrap();
    println!("{what} {line}");
}
fn main() {
    let bytes = std::fs::read(std::env::args().nth(1).unwrap()).unwrap();
    hwm("before");
    let limits = xml::Limits { bytes: 24 << 20, nodes: 600_000, ..xml::Limits::DEFAULT };
    let parsed = xml::Parsed::read_within(&bytes, &limits).unwrap();
    println!("{}", parsed.root().descendants().count());
    hwm("after");
}
