//! `lookup`: where a participant receives, hop by hop.

use crate::exit::{Exit, Failed, Outcome, about};
use crate::identifiers;
use crate::inspect::instant;
use crate::shown::{Format, list, plain, print};
use crate::trust::Folder;
use checked_http::Settings as Http;
use clap::{Args, ValueEnum};
use network_addresses::AddressPolicy;
use peppol_connector::Profile;
use peppol_discovery::{
    Discovery, Found, Hop, KnownLists, LookupError, PublishedLists, RevocationLists, Settings,
    Trace, Wanted,
};
use peppol_inspection::by_role;
use peppol_messages::Identifier;
use peppol_messages::instant::write_instant;
use peppol_messages::smp::AS4_TRANSPORT;
use serde_json::{Map, Value, json};
use std::fmt::Write as _;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;
use time::OffsetDateTime;

/// One of the two networks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Network {
    /// The real one
    Live,
    /// The one for tests
    Test,
}

impl Network {
    const fn zone(self) -> &'static str {
        match self {
            Self::Live => "participant.sml.prod.tech.peppol.org",
            Self::Test => "participant.sml.test.tech.peppol.org",
        }
    }
}

/// Whom to look up, and whom to ask.
#[derive(Debug, Args)]
pub struct Lookup {
    /// The participant, as 0245:2023456789
    #[arg(value_parser = identifiers::participant)]
    id: Identifier,
    /// The network
    #[arg(long, value_enum, default_value = "live")]
    network: Network,
    /// Another zone of the DNS than the network's
    #[arg(long)]
    zone: Option<String>,
    /// Name servers to ask instead of the machine's, as 127.0.0.1:53
    #[arg(long, value_name = "ADDRESS")]
    dns: Vec<SocketAddr>,
    /// The document type; an invoice of Peppol BIS Billing 3, unless it is given
    #[arg(long, value_parser = identifiers::document_type)]
    document_type: Option<Identifier>,
    /// The process; that of Peppol BIS Billing 3, unless it is given
    #[arg(long, value_parser = identifiers::process)]
    process: Option<Identifier>,
    /// A folder with the network's authorities, and perhaps lists of revoked certificates. Without it no signed
    /// answer is asked for, only what the participant is registered for
    #[arg(long, value_name = "DIR")]
    trust: Option<PathBuf>,
    /// Does not ask whether certificates are revoked
    #[arg(long)]
    no_revocation: bool,
    /// Takes SHA-1 and exclusive canonical forms, as SMPs signed before 2023
    #[arg(long)]
    old_algorithms: bool,
    /// Calls this machine too, for tests
    #[arg(long)]
    allow_loopback: bool,
    /// Authorities of TLS (PEM) that are trusted beside the machine's
    #[arg(long, value_name = "FILE")]
    tls_roots: Option<PathBuf>,
    /// The longest wait for one answer, in seconds
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u64).range(1..=300))]
    timeout: u64,
    /// The instant at which answers are judged; now, unless it is given
    #[arg(long, value_name = "INSTANT", value_parser = instant)]
    at: Option<OffsetDateTime>,
    /// How it is shown
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
    /// Looks up. The exit code is 0 when somebody is found, 1 when certainly nobody is, or what is found cannot be
    /// trusted, 2 when it is not known.
    pub fn run(self) -> Outcome {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
        let runtime = runtime.map_err(|why| about(&"no look-up can be made", &why))?;
        let (outcome, trace) = runtime.block_on(self.look_up())?;
        let said = self.said(&outcome, &trace.hops);
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
        let discovery = Discovery::new(self.settings()?);
        let discovery = discovery.map_err(|why| about(&"no look-up can be made", &why))?;
        let (mut trace, at) = (Trace::default(), self.at.unwrap_or_else(OffsetDateTime::now_utc));
        let outcome = if self.trust.is_some() {
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

    fn settings(&self) -> Result<Settings, Failed> {
        let folder = self.trust.as_deref().map(Folder::read).transpose()?.unwrap_or_default();
        let (publishers, access_points) = by_role(folder.certificates);
        let zone = self.zone.as_deref().unwrap_or_else(|| self.network.zone());
        let mut settings = Settings::new(zone, publishers, access_points, self.http()?);
        settings.name_servers.clone_from(&self.dns);
        settings.dns_timeout = Duration::from_secs(self.timeout.min(3));
        settings.accept_old_algorithms = self.old_algorithms;
        settings.revocation = self.revocation(folder.lists)?;
        Ok(settings)
    }

    fn http(&self) -> Result<Http, Failed> {
        let reach =
            if self.allow_loopback { AddressPolicy::AndLoopback } else { AddressPolicy::Public };
        let mut http = Http::new(reach, Duration::from_secs(self.timeout));
        if let Some(file) = &self.tls_roots {
            http.extra_roots = std::fs::read(file).map_err(|why| about(&file.display(), &why))?;
        }
        Ok(http)
    }

    /// The lists of the folder, if there are some; else those that certificates name.
    fn revocation(&self, lists: Vec<Vec<u8>>) -> Result<Option<Arc<dyn RevocationLists>>, Failed> {
        if self.no_revocation {
            return Ok(None);
        }
        if !lists.is_empty() {
            return Ok(Some(Arc::new(KnownLists(lists))));
        }
        let published = PublishedLists::new(self.http()?, PublishedLists::KEEP);
        let published = published.map_err(|why| about(&"no look-up can be made", &why))?;
        Ok(Some(Arc::new(published)))
    }

    /// The whole result for programs.
    fn said(&self, outcome: &Result<Answered, LookupError>, hops: &[Hop]) -> Map<String, Value> {
        let mut said = Map::new();
        let hops: Vec<_> = hops.iter().map(hop).collect();
        said.insert("participant".to_owned(), self.id.to_string().into());
        said.insert("hops".to_owned(), hops.into());
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

fn hop(hop: &Hop) -> Value {
    json!({
        "step": hop.step.name(),
        "asked": hop.asked,
        "answer": hop.answer,
        "milliseconds": u64::try_from(hop.took.as_millis()).unwrap_or(u64::MAX),
    })
}

fn text(said: &Map<String, Value>, hops: &[Hop]) -> String {
    let mut out = String::new();
    for hop in hops {
        let (step, took) = (hop.step.name(), hop.took.as_millis());
        let (asked, answer) = (plain(&hop.asked), plain(&hop.answer));
        let _ = writeln!(out, "{step} {asked}\n  -> {answer} ({took} ms)");
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
