//! What the service does a second, beside its ceilings on the same machine: `benches/run issuing`. One binary for all:
//! each would link the whole service again.

mod accounts;
mod bearer;
mod bench_server;
mod issuing;
mod load;
mod paying;
mod receiving;
mod sending;
mod stock;
mod webhooks;

/// Each by its name.
const ALL: [(&str, fn()); 7] = [
    ("issuing", issuing::run),
    ("paying", paying::run),
    ("sending", sending::run),
    ("receiving", receiving::run),
    ("webhooks", webhooks::run),
    ("bearer", bearer::run),
    ("stock", stock::run),
];

fn main() {
    let chosen: Vec<String> = std::env::args().skip(1).filter(|it| !it.starts_with('-')).collect();
    for (name, run) in ALL {
        if chosen.is_empty() || chosen.iter().any(|one| one == name) {
            run();
        }
    }
    if let Some(unknown) = chosen.iter().find(|one| !ALL.iter().any(|(name, _)| name == one)) {
        eprintln!("{unknown} is none of {:?}", ALL.map(|(name, _)| name));
        std::process::exit(2);
    }
}
