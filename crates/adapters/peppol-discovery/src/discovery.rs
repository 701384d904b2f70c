//! Lookups in one network.

use crate::dns::Dns;
use crate::publisher::{Published, Publishers};
use crate::{Absence, Doubt, Found, LookupError, Refusal, Settings, SetupError, Silence};
use checked_http::CheckedClient;
use peppol_connector::submissions::{HopStep, Trace};
use peppol_messages::discovery::{
    Unresolved, business_card_url, percent_encoded, publisher, service_group_url,
    service_metadata_url, sml_name,
};
use peppol_messages::smp::{Answer, AnswerFault, Question, ServiceGroup, Trust, check_answer};
use peppol_messages::trust::{Certificate, Untrusted};
use peppol_messages::{Identifier, best_match};
use peppol_trust::Trust as RoleTrust;
use std::sync::Arc;
use std::time::Instant;
use time::OffsetDateTime;

/// The document to send, and its receiver.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Wanted {
    /// The participant that receives it.
    pub participant: Identifier,
    /// The document type, without a wildcard.
    pub document_type: Identifier,
    /// The process that the document belongs to.
    pub process: Identifier,
    /// The transport profile, for example `peppol-transport-as4-v2_0`.
    pub transport: String,
}

/// Looks up the participants of one network.
pub struct Discovery {
    zone: String,
    dns: Dns,
    publishers: Publishers,
    publisher_trust: Arc<RoleTrust>,
    access_point_trust: Arc<RoleTrust>,
    accept_old_algorithms: bool,
}

/// A registered participant.
#[derive(Debug, Clone)]
pub struct Registered {
    /// The base address of its SMP.
    pub publisher: String,
    /// The document types that it receives.
    pub group: ServiceGroup,
}

impl Registered {
    /// The SMP query for the registered document type that matches best.
    fn question(&self, wanted: &Wanted, at: OffsetDateTime) -> Result<Question, LookupError> {
        let listed = self.group.document_types();
        let registered = best_match(&wanted.document_type.value, &listed).ok_or_else(|| {
            LookupError::NotReceiving(Refusal::NoDocumentType {
                wanted: wanted.document_type.to_string(),
                registered: listed.len(),
            })
        })?;
        Ok(Question {
            participant: wanted.participant.clone(),
            document_type: registered.clone(),
            process: wanted.process.clone(),
            transport: wanted.transport.clone(),
            at,
            redirected: None,
        })
    }
}

impl Discovery {
    /// Creates lookups with these settings.
    ///
    /// # Errors
    /// [`SetupError`].
    pub fn new(settings: Settings) -> Result<Self, SetupError> {
        let dns = Dns::new(&settings)?;
        let client = CheckedClient::new(settings.http)?;
        Ok(Self {
            dns,
            zone: settings.zone,
            publishers: Publishers::new(client, settings.keep),
            publisher_trust: settings.publishers,
            access_point_trust: settings.access_points,
            accept_old_algorithms: settings.accept_old_algorithms,
        })
    }

    /// Finds the SMP of a participant, and the document types that are registered there.
    ///
    /// # Errors
    /// [`LookupError`].
    pub async fn registered(
        &self,
        participant: &Identifier,
        trace: &mut Trace,
    ) -> Result<Registered, LookupError> {
        let publisher = self.publisher(participant, trace).await?;
        let url = service_group_url(&publisher, participant);
        let body = self.get(HopStep::ServiceGroup, &url, trace).await?;
        let body = body.ok_or_else(|| LookupError::NotRegistered(Absence::NoGroup(url.clone())))?;
        let doubt = |doubt| Err(LookupError::Untrusted(doubt));
        match ServiceGroup::read(&body) {
            Err(fault) => doubt(Doubt::Group { url, fault }),
            Ok(group) if !group.participant.is_same_participant(participant) => {
                let participant = group.participant.to_string();
                doubt(Doubt::OtherParticipant { url, participant })
            }
            Ok(group) => Ok(Registered { publisher, group }),
        }
    }

    /// Finds the access point that a document is sent to.
    ///
    /// # Errors
    /// [`LookupError`].
    pub async fn find(
        &self,
        wanted: &Wanted,
        at: OffsetDateTime,
        trace: &mut Trace,
    ) -> Result<Found, LookupError> {
        let registered = self.registered(&wanted.participant, trace).await?;
        let mut question = registered.question(wanted, at)?;
        let document_type = &question.document_type;
        let url = service_metadata_url(&registered.publisher, &wanted.participant, document_type);
        let mut answer = self.ask(HopStep::ServiceMetadata, &url, &question, trace).await?;
        if let Answer::Redirect { to, .. } = answer {
            let href = to.href.clone();
            question.redirected = Some(to);
            answer = self.ask(HopStep::Redirect, &href, &question, trace).await?;
        }
        match answer {
            Answer::Endpoint { address, certificate, signer } => {
                let role = &self.access_point_trust;
                self.check_revocation(role, &certificate, at, trace).await?;
                Ok(Found {
                    registered: question.document_type,
                    endpoint: address,
                    certificate: *certificate,
                    transport: question.transport,
                    signer: *signer,
                })
            }
            Answer::Redirect { to, .. } => Err(LookupError::Untrusted(Doubt::Answer {
                url: to.href,
                fault: AnswerFault::SecondRedirect,
            })),
        }
    }

    /// Drops the cached answers about a participant.
    pub fn forget(&self, participant: &Identifier) {
        self.publishers.forget(&percent_encoded(&participant.to_string()));
    }

    /// Whether a participant publishes a business card, so that the Peppol Directory may list it. A failed query
    /// counts as no card.
    pub async fn has_business_card(&self, registered: &Registered) -> bool {
        let url = business_card_url(&registered.publisher, &registered.group.participant);
        matches!(self.publishers.get(&url).await, Ok(Published::Document { .. }))
    }

    async fn publisher(
        &self,
        participant: &Identifier,
        trace: &mut Trace,
    ) -> Result<String, LookupError> {
        let (name, began) = (sml_name(participant, &self.zone), Instant::now());
        let (lookup, why) = self.dns.naptr(&name).await;
        let found = publisher(&lookup);
        let shown = found.as_ref().map_or_else(ToString::to_string, Clone::clone);
        trace.note(HopStep::Dns, &name, &shown, began.elapsed());
        found.map_err(|unresolved| match unresolved {
            Unresolved::NotRegistered => LookupError::NotRegistered(Absence::NoRecord(name)),
            Unresolved::Unusable => LookupError::Untrusted(Doubt::Record(name)),
            Unresolved::Unknown | Unresolved::Truncated => {
                LookupError::Unreachable(Silence::Dns { name, why })
            }
        })
    }

    /// Fetches a document; `None` if there is none at the address.
    async fn get(
        &self,
        step: HopStep,
        url: &str,
        trace: &mut Trace,
    ) -> Result<Option<Arc<Vec<u8>>>, LookupError> {
        let began = Instant::now();
        let got = self.publishers.get(url).await;
        let shown = match &got {
            Ok(Published::Document { body, .. }) => format!("{} bytes", body.len()),
            Ok(Published::Nothing) => "404".to_owned(),
            Err(error) => error.to_string(),
        };
        match got {
            Ok(Published::Document { is_kept: true, .. }) => {
                trace.note_cached(step, url, &shown, began.elapsed());
            }
            _ => trace.note(step, url, &shown, began.elapsed()),
        }
        Ok(match got? {
            Published::Document { body, .. } => Some(body),
            Published::Nothing => None,
        })
    }

    /// Fetches a signed answer and verifies it.
    async fn ask(
        &self,
        step: HopStep,
        url: &str,
        question: &Question,
        trace: &mut Trace,
    ) -> Result<Answer, LookupError> {
        let body = self.get(step, url, trace).await?;
        let body =
            body.ok_or_else(|| LookupError::NotReceiving(Refusal::NoMetadata(url.to_owned())))?;
        let trust = Trust {
            publishers: self.publisher_trust.authorities(),
            access_points: self.access_point_trust.authorities(),
            accept_old_algorithms: self.accept_old_algorithms,
        };
        let answer = check_answer(&body, question, trust);
        let answer = answer.map_err(|fault| not_answered(url, question, fault))?;
        let (Answer::Endpoint { signer, .. } | Answer::Redirect { signer, .. }) = &answer;
        self.check_revocation(&self.publisher_trust, signer, question.at, trace).await?;
        Ok(answer)
    }

    /// Checks whether a certificate with a valid chain is revoked.
    async fn check_revocation(
        &self,
        role: &Arc<RoleTrust>,
        certificate: &Certificate,
        at: OffsetDateTime,
        trace: &mut Trace,
    ) -> Result<(), LookupError> {
        if !role.asks() {
            return Ok(());
        }
        let (subject, began) = (certificate.subject.clone(), Instant::now());
        let verdict = role.verify(certificate, at).await;
        let outcome = verdict.map_err(|fault| match role.failures(certificate) {
            Some(why) if fault == Untrusted::RevocationUnknown => {
                let subject = subject.clone();
                (why.clone(), LookupError::Unreachable(Silence::Revocation { subject, why }))
            }
            _ => {
                let subject = subject.clone();
                let shown = fault.to_string();
                (shown, LookupError::Untrusted(Doubt::Certificate { subject, fault }))
            }
        });
        let (shown, outcome) = match outcome {
            Ok(()) => ("not revoked".to_owned(), Ok(())),
            Err((shown, error)) => (shown, Err(error)),
        };
        trace.note(HopStep::Revocation, &subject, &shown, began.elapsed());
        outcome
    }
}

fn not_answered(url: &str, question: &Question, fault: AnswerFault) -> LookupError {
    let url = url.to_owned();
    if fault == AnswerFault::NoEndpoint {
        return LookupError::NotReceiving(Refusal::NoEndpoint {
            process: question.process.to_string(),
            transport: question.transport.clone(),
            url,
        });
    }
    LookupError::Untrusted(Doubt::Answer { url, fault })
}
