//! `send`: one document to one participant, without any database: each hop, and the receipt.

use crate::asking::Asking;
use crate::exit::{Exit, Failed, Outcome, about};
use crate::identifiers;
use crate::lookup::line;
use crate::shown::{Format, list, print};
use clap::Args;
use jobs::error_text;
use peppol_as4::{As4AccessPoint, Http, Keys, Sending};
use peppol_connector::{
    documents::{DocumentFacts, read_facts},
    identifiers::{DocumentTypeId, MessageId, ParticipantId, ProcessId, route_of},
    ports::{AccessPoint, DeliveryError, Receipt},
    submissions::{Hop, OutgoingMessage, RetryClass, Trace},
};
use peppol_discovery::{Discovery, PeppolDirectory, Wanted};
use peppol_messages::Identifier;
use peppol_messages::smp::AS4_TRANSPORT;
use peppol_trust::Trust;
use serde_json::{Map, Value, json};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Instant;
use time::OffsetDateTime;
use uuid::Uuid;
use xml::Parsed;

/// What to send, from whom, to whom.
#[derive(Debug, Args)]
pub struct SendDocument {
    /// The document: XML, sent as it is
    file: PathBuf,
    /// Who receives it, for example 0245:2023456787
    #[arg(long, value_name = "ID")]
    to: ParticipantId,
    /// Who sends it; by default the electronic address of the sender in the document
    #[arg(long, value_name = "ID")]
    from: Option<ParticipantId>,
    /// Certificate and key of the access point: PEM, in one file or in two
    #[arg(long, value_name = "FILE", required = true)]
    keys: Vec<PathBuf>,
    /// Country of the sender, as the envelope names it
    #[arg(long, value_name = "CODE", default_value = "SK")]
    country: String,
    /// The document type; by default that of the document
    #[arg(long, value_parser = identifiers::document_type)]
    document_type: Option<Identifier>,
    /// The process; by default that of the document
    #[arg(long, value_parser = identifiers::process)]
    process: Option<Identifier>,
    /// The id of the message: that of an earlier attempt, which may have arrived
    #[arg(long, value_name = "UUID")]
    message_id: Option<Uuid>,
    /// Where the receipt goes
    #[arg(long, value_name = "FILE")]
    receipt: Option<PathBuf>,
    /// Whom to ask
    #[command(flatten)]
    asking: Asking,
    /// How the result is printed
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
}

/// Our access point, by the clock of the machine.
type OwnPoint = As4AccessPoint<PeppolDirectory<fn() -> OffsetDateTime>>;

/// The outcome of sending.
struct Sent {
    message_id: MessageId,
    hops: Vec<Hop>,
    milliseconds: u64,
    result: Result<Receipt, DeliveryError>,
}

impl SendDocument {
    /// Sends. The exit code is 0 when there is a receipt, 1 when certainly nothing was taken and never will be, 2 when
    /// it may be taken later, or may have been.
    pub fn run(self) -> Outcome {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
        let runtime = runtime.map_err(|why| about(&"nothing can be sent", &why))?;
        let document =
            std::fs::read(&self.file).map_err(|why| about(&self.file.display(), &why))?;
        let sent = runtime.block_on(self.send(&document))?;
        if let (Some(file), Ok(receipt)) = (&self.receipt, &sent.result) {
            let written = std::fs::write(file, &receipt.evidence);
            written.map_err(|why| about(&file.display(), &why))?;
        }
        print(&self.result_text(&sent)?)?;
        Ok(match &sent.result {
            Ok(_) => Exit::Yes,
            Err(error) if error.class() == RetryClass::Permanent => Exit::No,
            Err(_) => Exit::Unknown,
        })
    }

    async fn send(&self, document: &[u8]) -> Result<Sent, Failed> {
        let message = self.message(document)?;
        let settings = self.asking.settings()?;
        if settings.access_points.is_empty() || settings.publishers.is_empty() {
            return Err(Failed("--trust DIR must hold the authorities of both roles".to_owned()));
        }
        let trust = Arc::clone(&settings.access_points);
        let discovery = Discovery::new(settings);
        let discovery = Arc::new(discovery.map_err(|why| about(&"no look-up can be made", &why))?);
        let mut trace = Trace::default();
        // for its hops; the access point asks once more, and is answered from the cache
        let _ = discovery.find(&wanted(&message), now(), &mut trace).await;
        let (point, began) = (self.access_point(discovery, trust)?, Instant::now());
        let noted = &mut Trace::default();
        let result = point.deliver_service_message(&message, document, noted).await;
        let milliseconds = u64::try_from(began.elapsed().as_millis()).unwrap_or(u64::MAX);
        Ok(Sent { message_id: message.message_id, hops: trace.hops, milliseconds, result })
    }

    /// What the envelope says: as the options have it, else the document.
    fn message(&self, document: &[u8]) -> Result<OutgoingMessage, Failed> {
        let fault = |why: &dyn std::fmt::Display| about(&self.file.display(), why);
        let parsed = Parsed::read(document).map_err(|why| fault(&why))?;
        let facts = read_facts(&parsed).ok();
        let route = facts.as_ref().and_then(|facts| {
            let (customization, profile) = (&facts.customization, &facts.profile);
            route_of(facts.root, customization.as_deref(), profile.as_deref()).ok()
        });
        let (of_document, in_process) = route.unzip();
        let given = |id: &Option<Identifier>| id.as_ref().map(ToString::to_string);
        let document_type: Option<DocumentTypeId> =
            given(&self.document_type).and_then(|id| id.parse().ok()).or(of_document);
        let process: Option<ProcessId> =
            given(&self.process).and_then(|id| id.parse().ok()).or(in_process);
        let sender = self.from.clone().or_else(|| facts.as_ref().and_then(sender));
        let message_id = MessageId(self.message_id.unwrap_or_else(Uuid::now_v7));
        Ok(OutgoingMessage {
            network: self.asking.network.of_connector(),
            message_id,
            made_at: message_id.made_at(now()),
            sender: sender.ok_or_else(|| fault(&"it names no sender: say who with --from"))?,
            receiver: self.to.clone(),
            document_type: document_type
                .ok_or_else(|| fault(&"it names no type: say which with --document-type"))?,
            process: process
                .ok_or_else(|| fault(&"it names no process: say which with --process"))?,
            attempt: 1,
            ambiguous: self.message_id.is_some(),
        })
    }

    fn access_point(
        &self,
        discovery: Arc<Discovery>,
        trust: Arc<Trust>,
    ) -> Result<OwnPoint, Failed> {
        let mut text = String::new();
        for file in &self.keys {
            text += &std::fs::read_to_string(file).map_err(|why| about(&file.display(), &why))?;
        }
        let keys = Keys::of_pem([text.as_str()]).map_err(|why| about(&"--keys", &why))?;
        let http = Http::new(self.asking.http()?);
        let http = http.map_err(|why| about(&"nothing can be sent", &why))?;
        let network = self.asking.network.of_connector();
        let directory = PeppolDirectory::new(now as fn() -> OffsetDateTime);
        let directory = directory.serving(network, discovery);
        let sending = Sending { country: self.country.clone(), asks_for_status: false };
        Ok(As4AccessPoint::new(directory, now, http, Arc::new(keys), trust, sending))
    }

    fn result_text(&self, sent: &Sent) -> Result<String, Failed> {
        let said = result_object(sent);
        if self.format == Format::Json {
            let text = serde_json::to_string_pretty(&said);
            return Ok(text.map_err(|why| about(&"the result cannot be written", &why))? + "\n");
        }
        let mut out: String = sent.hops.iter().map(line).collect();
        out.push('\n');
        for (name, value) in said.iter().filter(|(name, _)| *name != "hops") {
            list(&mut out, name, value, 0);
        }
        Ok(out)
    }
}

fn now() -> OffsetDateTime {
    OffsetDateTime::now_utc()
}

fn wanted(message: &OutgoingMessage) -> Wanted {
    let of = &message.document_type;
    Wanted {
        participant: Identifier::participant(&message.receiver.to_string()),
        document_type: Identifier::new(of.scheme(), of.value()),
        process: Identifier::process(message.process.value()),
        transport: AS4_TRANSPORT.to_owned(),
    }
}

/// The sender's electronic address.
fn sender(facts: &DocumentFacts) -> Option<ParticipantId> {
    let endpoint = facts.party(facts.sender()).endpoint.as_ref()?;
    ParticipantId::new(endpoint.scheme.as_deref()?, &endpoint.value).ok()
}

/// The whole result for programs.
fn result_object(sent: &Sent) -> Map<String, Value> {
    let mut said = Map::new();
    said.insert("message_id".to_owned(), sent.message_id.to_string().into());
    said.insert("hops".to_owned(), json!(sent.hops));
    said.insert("milliseconds".to_owned(), sent.milliseconds.into());
    let more = match &sent.result {
        Ok(receipt) => json!({
            "outcome": if receipt.duplicate { "taken-before" } else { "taken" },
            "receipt_id": receipt.transaction_id,
            "receipt_size": receipt.evidence.len(),
        }),
        Err(error) => json!({"outcome": outcome(error), "reason": error_text(error)}),
    };
    if let Value::Object(more) = more {
        said.extend(more);
    }
    said
}

const fn outcome(error: &DeliveryError) -> &'static str {
    match error.class() {
        RetryClass::Permanent => "refused",
        RetryClass::Transient => "not-taken",
        RetryClass::Unknown => "in-doubt",
    }
}
