//! `lookup`: where a participant receives, hop by hop.

use crate::asking::Asking;
use crate::exit::{Exit, Failed, Outcome, about};
use crate::identifiers;
use crate::inspect::instant;
use crate::shown::{Format, list, plain, print};
use clap::Args;
use peppol_connector::{
    identifiers::Profile,
    submissions::{Hop, Trace},
};
use peppol_discovery::{Discovery, Found, LookupError, Wanted};
use peppol_messages::Identifier;
use peppol_messages::instant::write_instant;
use peppol_messages::smp::AS4_TRANSPORT;
use serde_json::{Map, Value, json};
use time::OffsetDateTime;

/// Whom to look up, and whom to ask.
#[derive(Debug, Args)]
pub struct Lookup {
    /// The participant, for example 0245:2023456787
    #[arg(value_parser = identifiers::participant)]
    id: Identifier,
    /// The document type; by default an invoice of Peppol BIS Billing 3
    #[arg(long, value_parser = identifiers::document_type)]
    document_type: Option<Identifier>,
    /// The process; by default that of Peppol BIS Billing 3
    #[arg(long, value_parser = identifiers::process)]
    process: Option<Identifier>,
    /// Whom to ask
    #[command(flatten)]
    asking: Asking,
    /// The instant for which answers are checked; by default now
    #[arg(long, value_name = "INSTANT", value_parser = instant)]
    at: Option<OffsetDateTime>,
    /// How the result is printed
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
}

/// What was found.
enum Answered {
    /// What the participant is registered for.
    Registered { publisher: String, document_types: Vec<Identifier> },
    /// Where it receives.
    Found(Box<Found>),
}

impl Lookup {
    /// Looks a participant up. The exit code is 0 when it is found, 1 when it certainly does not exist or its metadata
    /// cannot be trusted, 2 when the look-up gave no answer.
    pub fn run(self) -> Outcome {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
        let runtime = runtime.map_err(|why| about(&"no look-up can be made", &why))?;
        let (outcome, trace) = runtime.block_on(self.look_up())?;
        let said = self.result_object(&outcome, &trace.hops);
        print(&match self.format {
            Format::Json => {
                let text = serde_json::to_string_pretty(&said);
                text.map_err(|why| about(&"the result cannot be written", &why))? + "\n"
            }
            Format::Text => text(&said, &trace.hops),
        })?;
        Ok(match outcome {
            Ok(_) => Exit::Yes,
            Err(LookupError::Unreachable(_)) => Exit::Unknown,
            Err(_) => Exit::No,
        })
    }

    async fn look_up(&self) -> Result<(Result<Answered, LookupError>, Trace), Failed> {
        let discovery = Discovery::new(self.asking.settings()?);
        let discovery = discovery.map_err(|why| about(&"no look-up can be made", &why))?;
        let (mut trace, at) = (Trace::default(), self.at.unwrap_or_else(OffsetDateTime::now_utc));
        let outcome = if self.asking.trust.is_some() {
            let found = discovery.find(&self.wanted(), at, &mut trace).await;
            found.map(|found| Answered::Found(Box::new(found)))
        } else {
            let registered = discovery.registered(&self.id, &mut trace).await;
            registered.map(|registered| Answered::Registered {
                document_types: registered.group.document_types(),
                publisher: registered.publisher,
            })
        };
        Ok((outcome, trace))
    }

    fn wanted(&self) -> Wanted {
        let Profile { customization_id, profile_id, .. } = Profile::BILLING;
        let invoice = || {
            let namespace = "urn:oasis:names:specification:ubl:schema:xsd:Invoice-2";
            let value = format!("{namespace}::Invoice##{customization_id}::2.1");
            Identifier::new("busdox-docid-qns", &value)
        };
        Wanted {
            participant: self.id.clone(),
            document_type: self.document_type.clone().unwrap_or_else(invoice),
            process: self.process.clone().unwrap_or_else(|| Identifier::process(profile_id)),
            transport: AS4_TRANSPORT.to_owned(),
        }
    }

    /// The whole result for programs.
    fn result_object(
        &self,
        outcome: &Result<Answered, LookupError>,
        hops: &[Hop],
    ) -> Map<String, Value> {
        let mut said = Map::new();
        said.insert("participant".to_owned(), self.id.to_string().into());
        said.insert("hops".to_owned(), json!(hops));
        let more = match outcome {
            Err(error) => json!({"outcome": error.name(), "reason": error.to_string()}),
            Ok(Answered::Registered { publisher, document_types }) => json!({
                "outcome": "registered",
                "smp": publisher,
                "document_types":
                    document_types.iter().map(ToString::to_string).collect::<Vec<_>>(),
            }),
            Ok(Answered::Found(found)) => json!({
                "outcome": "found",
                "registered": found.registered.to_string(),
                "endpoint": found.endpoint,
                "transport": found.transport,
                "certificate": {
                    "common_name": found.certificate.common_name,
                    "subject": found.certificate.subject,
                    "not_after": write_instant(found.certificate.not_after),
                    "base64": found.certificate.base64(),
                },
                "smp_certificate": found.signer.subject,
            }),
        };
        if let Value::Object(more) = more {
            said.extend(more);
        }
        said
    }
}

fn text(said: &Map<String, Value>, hops: &[Hop]) -> String {
    let mut out = String::new();
    for hop in hops {
        out.push_str(&line(hop));
    }
    out.push('\n');
    for (name, value) in said.iter().filter(|(name, _)| *name != "hops") {
        let mut value = value.clone();
        // for programs
        value.as_object_mut().and_then(|members| members.remove("base64"));
        list(&mut out, name, &value, 0);
    }
    out
}

/// The same for people.
pub fn line(hop: &Hop) -> String {
    let (step, took) = (hop.step.name(), hop.took.as_millis());
    let (asked, answer) = (plain(&hop.asked), plain(&hop.answer));
    let kept = if hop.cached { ", kept" } else { "" };
    format!("{step} {asked}\n  -> {answer} ({took} ms{kept})\n")
}
