//! An SML on this machine, with the rules of the WSDL and of SML 1.3.0. A request whose path, `SOAPAction`,
//! `Content-Type` or shape differs from the published one is a fault of the caller, recorded in `complaints`.

use crate::dns::{NameServer, Says, naptr};
use crate::listening::{header, listen};
use peppol_messages::Identifier;
use peppol_messages::discovery::{is_migration_key, sml_name};
use peppol_messages::sml::{
    Migration, Page, Publisher, SmlAnswer, SmlFault, SmlFaultKind, SmlRequest,
};
use std::collections::BTreeMap;
use std::io;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Participants on a page.
pub const PAGE: usize = 3;

/// The state of an SML.
#[derive(Default)]
pub struct SmlState {
    /// SMPs by their ids.
    pub publishers: BTreeMap<String, Publisher>,
    /// Participant and its SMP.
    pub participants: BTreeMap<String, String>,
    /// Participant, and the key of its migration.
    pub migrations: BTreeMap<String, String>,
    /// What was wrong with requests.
    pub complaints: Vec<String>,
    /// An answer that replaces all others: status and body.
    pub instead: Option<(u16, Vec<u8>)>,
}

/// A zone of a name server, in which an SML writes where participants are.
#[derive(Clone)]
pub struct Zone {
    /// The name server of the zone.
    pub dns: NameServer,
    /// The name of the zone.
    pub name: String,
}

/// An SML; it ends with the process.
pub struct Sml {
    address: String,
    state: Arc<Mutex<SmlState>>,
}

impl Sml {
    /// Opens an SML on a free port, over TLS with this certificate for `localhost` and its key (PEM), for clients
    /// with a certificate of this authority (PEM). It writes into the zone, if there is one.
    ///
    /// # Errors
    /// No port, or no certificates.
    pub async fn open(own: (&str, &str), callers: &str, zone: Option<Zone>) -> io::Result<Self> {
        let state = Arc::new(Mutex::new(SmlState::default()));
        let shared = state.clone();
        let answer = move |head: &str, body: &[u8]| {
            let mut state = locked(&shared);
            let before = state.places();
            let answer = match state.instead.clone() {
                Some(instead) => instead,
                None => answer_request(&mut state, head, body),
            };
            if let Some(zone) = &zone {
                zone.follow(&before, &state.places());
            }
            answer
        };
        let port = listen(own, callers, answer).await?;
        Ok(Self { address: format!("https://localhost:{port}/edelivery-sml/"), state })
    }

    /// The base address.
    #[must_use]
    pub fn address(&self) -> &str {
        &self.address
    }

    /// The state of the SML.
    pub fn state(&self) -> MutexGuard<'_, SmlState> {
        locked(&self.state)
    }
}

fn locked(state: &Mutex<SmlState>) -> MutexGuard<'_, SmlState> {
    state.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Zone {
    /// The records of participants that came, moved or left.
    fn follow(&self, before: &BTreeMap<String, String>, after: &BTreeMap<String, String>) {
        let names = before.keys().chain(after.keys());
        for id in names.filter(|id| before.get(*id) != after.get(*id)) {
            let Ok(participant) = id.parse::<Identifier>() else { continue };
            let name = sml_name(&participant, &self.name);
            match after.get(id) {
                Some(address) => self.dns.put(&name, Says::Records(vec![naptr(address)])),
                None => self.dns.forget(&name),
            }
        }
    }
}

fn answer_request(state: &mut SmlState, head: &str, body: &[u8]) -> (u16, Vec<u8>) {
    // it reads the envelope and checks its content against the published schema
    let request = match SmlRequest::read(body) {
        Ok(request) => request,
        Err(error) => {
            state.complaints.push(format!("{error}: {}", String::from_utf8_lossy(body)));
            return written(fault(SmlFaultKind::BadRequest, "not of the schema"));
        }
    };
    let mut expect = |what: &str, found: Option<String>, wanted: String| {
        if found.as_deref() != Some(&wanted) {
            state.complaints.push(format!("{what}: {found:?}, not {wanted}"));
        }
    };
    let line = head.lines().next().map(str::to_owned);
    expect("request line", line, format!("POST /edelivery-sml/{} HTTP/1.1", request.path()));
    expect("SOAPAction", header(head, "soapaction"), format!("\"{}\"", action(&request)));
    expect("Content-Type", header(head, "content-type"), "text/xml; charset=utf-8".to_owned());
    written(state.carry_out(request))
}

/// The actions, copied from the bindings of the WSDL.
fn action(request: &SmlRequest) -> String {
    const METADATA: &str = "http://busdox.org/serviceMetadata/ManageServiceMetadataService/1.0/";
    const IDENTIFIERS: &str =
        "http://busdox.org/serviceMetadata/ManageBusinessIdentifierService/1.0/";
    match request {
        SmlRequest::CreatePublisher(_) => format!("{METADATA}:createIn"),
        SmlRequest::ReadPublisher(_) => format!("{METADATA}:readIn"),
        SmlRequest::UpdatePublisher(_) => format!("{METADATA}:updateIn"),
        SmlRequest::DeletePublisher(_) => format!("{METADATA}:deleteIn"),
        SmlRequest::CreateParticipant(..) => format!("{IDENTIFIERS}         :createIn"),
        SmlRequest::DeleteParticipant(..) => format!("{IDENTIFIERS}         :deleteIn"),
        SmlRequest::CreateList(..) => format!("{IDENTIFIERS}         :createListIn"),
        SmlRequest::DeleteList(..) => format!("{IDENTIFIERS}         :deleteListIn"),
        SmlRequest::List(..) => format!("{IDENTIFIERS}         :listIn"),
        SmlRequest::PrepareToMigrate(_) => format!("{IDENTIFIERS}         :prepareMigrateIn"),
        SmlRequest::Migrate(_) => format!("{IDENTIFIERS}         :migrateIn"),
    }
}

/// The SMP that asks.
fn publisher_of(request: &SmlRequest) -> &str {
    match request {
        SmlRequest::CreatePublisher(own)
        | SmlRequest::ReadPublisher(own)
        | SmlRequest::UpdatePublisher(own) => &own.id,
        SmlRequest::DeletePublisher(id)
        | SmlRequest::CreateParticipant(id, _)
        | SmlRequest::DeleteParticipant(id, _)
        | SmlRequest::CreateList(id, _)
        | SmlRequest::DeleteList(id, _)
        | SmlRequest::List(id, _) => id,
        SmlRequest::PrepareToMigrate(own) | SmlRequest::Migrate(own) => &own.publisher,
    }
}

fn written(answer: SmlAnswer) -> (u16, Vec<u8>) {
    let status = if matches!(answer, SmlAnswer::Fault(_)) { 500 } else { 200 };
    (status, answer.write().into_bytes())
}

fn fault(kind: SmlFaultKind, message: &str) -> SmlAnswer {
    SmlAnswer::Fault(SmlFault { kind, message: message.to_owned() })
}

impl SmlState {
    /// The address of each participant's SMP.
    fn places(&self) -> BTreeMap<String, String> {
        let address = |smp: &String| {
            let known = self.publishers.get(smp)?;
            Some(known.logical_address.trim_end_matches('/').to_owned())
        };
        let all = self.participants.iter();
        all.filter_map(|(id, smp)| Some((id.clone(), address(smp)?))).collect()
    }

    fn carry_out(&mut self, request: SmlRequest) -> SmlAnswer {
        let smp = publisher_of(&request).to_owned();
        let known = match (&request, self.publishers.get(&smp)) {
            (SmlRequest::CreatePublisher(own), None) => own.clone(),
            (SmlRequest::CreatePublisher(_), Some(_)) => {
                return fault(SmlFaultKind::BadRequest, "the SMP exists");
            }
            (_, Some(known)) => known.clone(),
            (_, None) => return fault(SmlFaultKind::NotFound, "no such SMP"),
        };
        match request {
            SmlRequest::ReadPublisher(_) => SmlAnswer::Publisher(known),
            SmlRequest::CreatePublisher(own) | SmlRequest::UpdatePublisher(own) => {
                self.publishers.insert(smp, own);
                SmlAnswer::Done
            }
            SmlRequest::DeletePublisher(_) => self.remove(&smp),
            SmlRequest::CreateParticipant(_, id) => self.create(&smp, &[id]),
            SmlRequest::CreateList(_, ids) => self.create(&smp, &ids),
            SmlRequest::DeleteParticipant(_, id) => self.delete(&smp, &[id]),
            SmlRequest::DeleteList(_, ids) => self.delete(&smp, &ids),
            SmlRequest::List(_, page) => self.page(smp, page),
            SmlRequest::PrepareToMigrate(own) => self.prepare(own),
            SmlRequest::Migrate(own) => self.migrate(own),
        }
    }

    fn remove(&mut self, smp: &str) -> SmlAnswer {
        self.publishers.remove(smp);
        self.participants.retain(|_, of| of != smp);
        SmlAnswer::Done
    }

    /// Stores that the old SMP allows a participant to move, and the migration key.
    fn prepare(&mut self, own: Migration) -> SmlAnswer {
        let id = own.participant.to_string();
        if self.participants.get(&id) != Some(&own.publisher) {
            return fault(SmlFaultKind::NotFound, "no such participant of the SMP");
        }
        if !is_migration_key(&own.key) {
            return fault(SmlFaultKind::BadRequest, "no migration key");
        }
        self.migrations.insert(id, own.key);
        SmlAnswer::Done
    }

    /// The new SMP takes it by that key.
    fn migrate(&mut self, own: Migration) -> SmlAnswer {
        let id = own.participant.to_string();
        if self.migrations.get(&id) != Some(&own.key) {
            return fault(SmlFaultKind::NotFound, "no such migration");
        }
        self.migrations.remove(&id);
        self.participants.insert(id, own.publisher);
        SmlAnswer::Done
    }

    fn create(&mut self, smp: &str, ids: &[Identifier]) -> SmlAnswer {
        if ids.iter().any(|id| self.participants.contains_key(&id.to_string())) {
            return fault(SmlFaultKind::BadRequest, "the participant exists");
        }
        self.participants.extend(ids.iter().map(|id| (id.to_string(), smp.to_owned())));
        SmlAnswer::Done
    }

    fn delete(&mut self, smp: &str, ids: &[Identifier]) -> SmlAnswer {
        let is_own =
            |id: &Identifier| self.participants.get(&id.to_string()).is_some_and(|of| of == smp);
        if !ids.iter().all(is_own) {
            return fault(SmlFaultKind::NotFound, "no such participant of the SMP");
        }
        for id in ids {
            self.participants.remove(&id.to_string());
        }
        SmlAnswer::Done
    }

    fn page(&self, smp: String, page: Option<String>) -> SmlAnswer {
        let number: usize = page.and_then(|page| page.parse().ok()).unwrap_or(0);
        let own = self.participants.iter().filter(|(_, of)| **of == smp);
        let own: Vec<Identifier> = own.filter_map(|(id, _)| id.parse().ok()).collect();
        let participants: Vec<_> = own.iter().skip(number * PAGE).take(PAGE).cloned().collect();
        let next = (own.len() > (number + 1) * PAGE).then(|| (number + 1).to_string());
        SmlAnswer::Page(Page { participants, publisher: Some(smp), next })
    }
}
