//! `billhook peppol doctor`: checks what keeps this installation from working in a network, and says what to do about
//! it. It only reads and changes nothing.

mod certificates;
mod line;
mod outside;
mod registry;

pub use line::{Level, Line, worst};

use crate::{
    clock::Clock,
    config::Config,
    peppol::{Own, PeppolError},
    smp::{self, OwnSmp},
};
use certificates::{Role, of_role};
use line::Lines;
use peppol_connector::identifiers::Network;

/// Runs all checks of a network. They are independent: after one fails, the others are made all the same, unless they
/// need its result.
pub async fn examine(config: &Config, network: Network, clock: Clock) -> Vec<Line> {
    let mut lines = Lines::of(network);
    let (own, now) = (Own::of(config, network), clock.now());
    let keys = match own.keys() {
        Ok(keys) => keys,
        Err(error) => {
            unset(&mut lines, "access-point-keys", &error);
            return lines.0;
        }
    };
    let access_point =
        Role { name: "access-point", setting: own.keys.0, file: "access-points.pem" };
    of_role(
        &mut lines,
        &access_point,
        &keys.identities(),
        own.trust(config, access_point.file),
        now,
    )
    .await;
    match smp::open(config, network, clock) {
        Ok(Some(smp)) => of_smp(&mut lines, config, &own, &smp, clock).await,
        Ok(None) => lines.warn(
            "smp-keys",
            "this installation has no SMP in the network: another SMP must publish its participants".to_owned(),
            format!("set {}, unless the state's SMP, or another, publishes them", own.publisher.0),
        ),
        Err(error) => unset(&mut lines, "smp-keys", &error),
    }
    lines.0
}

async fn of_smp(lines: &mut Lines, config: &Config, own: &Own<'_>, smp: &OwnSmp, clock: Clock) {
    let publisher = Role { name: "smp", setting: own.publisher.0, file: "publishers.pem" };
    let trust = own.trust(config, publisher.file);
    of_role(lines, &publisher, &smp.signing().identities(), trust, clock.now()).await;
    outside::answers(lines, config, smp).await;
    registry::has_us(lines, own, smp).await;
    outside::finds_us(lines, config, smp, clock.now()).await;
}

fn unset(lines: &mut Lines, check: &'static str, error: &PeppolError) {
    let says = jobs::error_text(error);
    lines.fail(check, says, "correct the settings and the files that they name".to_owned());
}
