//! Checks of our entries in the SML.

use super::line::Lines;
use crate::{peppol::Own, smp::OwnSmp};
use jobs::error_text;
use peppol_messages::Identifier;
use peppol_sml::{SmlClient, SmlError};

/// Checks whether the SML has our SMP, at its address, and our own identifier.
pub(super) async fn has_us(lines: &mut Lines, own: &Own<'_>, smp: &OwnSmp) {
    let register = format!("billhook peppol smp register --network {}", smp.network().name());
    let Some(registry) = smp.registry() else {
        return lines.warn(
            "sml-address",
            "no SML is set: this installation registers no participants".to_owned(),
            format!("set {}, unless the state enters your participants", own.sml.0),
        );
    };
    match registry.read_publisher().await {
        Ok(known) => {
            let (there, here) = (known.logical_address.trim_end_matches('/'), smp.base());
            if there == here {
                lines
                    .fine("sml-address", format!("the SML has {} at {here}", registry.publisher()));
            } else {
                let says = format!("the SML has {} at {there}, not {here}", registry.publisher());
                lines.fail("sml-address", says, register.clone());
            }
        }
        Err(error) => {
            let to_do = match &error {
                SmlError::NotFound(_) => register,
                SmlError::Unauthorized(_) => {
                    "have the SML's operator register the certificate of the SMP".to_owned()
                }
                _ => format!("look whether this machine reaches the address of {}", own.sml.0),
            };
            // a call that failed now would fail again
            return lines.fail("sml-address", error_text(&error), to_do);
        }
    }
    of_ourselves(lines, registry, smp, register).await;
}

async fn of_ourselves(lines: &mut Lines, registry: &SmlClient, smp: &OwnSmp, register: String) {
    let Some(id) = smp.ourselves() else {
        return lines.fail(
            "sml-own-id",
            "the certificate of the access point names no seat id".to_owned(),
            "use a certificate of a service provider: its name is like PSK000028".to_owned(),
        );
    };
    let own = Identifier::participant(&id.canonical());
    match registry.list().await {
        Ok(listed) if listed.contains(&own) => {
            lines.fine("sml-own-id", format!("the SML lists {id}: statuses come to us"));
        }
        Ok(_) => {
            lines.fail("sml-own-id", format!("the SML does not list {id} for our SMP"), register);
        }
        Err(error) => lines.fail(
            "sml-own-id",
            error_text(&error),
            "try again later: the SML did not list our participants".to_owned(),
        ),
    }
}
