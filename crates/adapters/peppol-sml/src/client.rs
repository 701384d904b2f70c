//! The client.

use crate::{SetupError, SmlError};
use checked_http::{Answer, CheckedClient};
use peppol_messages::Identifier;
use peppol_messages::sml::{Migration, Page, Publisher, SmlAnswer, SmlRequest};
use std::collections::BTreeSet;
use url::Url;

/// Largest answer: a page of some thousand participants.
const LARGEST: usize = 4 * 1024 * 1024;
/// A value for an element that the schema requires and no system uses any more.
const PHYSICAL_ADDRESS: &str = "1.1.1.1";

/// Whom we call, and who we are.
#[derive(Debug, Clone)]
pub struct Settings {
    /// Where the SML is managed, as `https://api.sml.prod.tech.peppol.org/edelivery-sml/`.
    pub address: String,
    /// The id of our SMP, agreed with the SML's operator.
    pub publisher: String,
    /// How it is called; `identity` is the SMP's certificate with its key.
    pub http: checked_http::Settings,
}

/// Manages one SMP in the SML. Cheap to clone; clones share connections.
#[derive(Debug, Clone)]
pub struct SmlClient {
    http: CheckedClient,
    address: Url,
    publisher: String,
}

impl SmlClient {
    /// A client by these settings.
    ///
    /// # Errors
    /// [`SetupError`].
    pub fn new(settings: Settings) -> Result<Self, SetupError> {
        let Settings { address, publisher, http } = settings;
        let url = Url::parse(&address).ok();
        let url = url.filter(|url| url.scheme() == "https" && url.path().ends_with('/'));
        let address = url.ok_or(SetupError::Address(address))?;
        Ok(Self { http: CheckedClient::new(http)?, address, publisher })
    }

    /// The id of our SMP.
    #[must_use]
    pub fn publisher(&self) -> &str {
        &self.publisher
    }

    /// Registers a participant of our SMP.
    ///
    /// # Errors
    /// [`SmlError::BadRequest`] when it is registered already, here or at another SMP; others.
    pub async fn create(&self, participant: Identifier) -> Result<(), SmlError> {
        self.done(&SmlRequest::CreateParticipant(self.publisher.clone(), participant)).await
    }

    /// Removes a participant of our SMP.
    ///
    /// # Errors
    /// [`SmlError::NotFound`] when it is not registered; others.
    pub async fn delete(&self, participant: Identifier) -> Result<(), SmlError> {
        self.done(&SmlRequest::DeleteParticipant(self.publisher.clone(), participant)).await
    }

    /// Registers some at once: all or none.
    ///
    /// # Errors
    /// [`SmlError`].
    pub async fn create_list(&self, participants: Vec<Identifier>) -> Result<(), SmlError> {
        self.done(&SmlRequest::CreateList(self.publisher.clone(), participants)).await
    }

    /// Removes some at once: all or none.
    ///
    /// # Errors
    /// [`SmlError`].
    pub async fn delete_list(&self, participants: Vec<Identifier>) -> Result<(), SmlError> {
        self.done(&SmlRequest::DeleteList(self.publisher.clone(), participants)).await
    }

    /// Some of our SMP's participants: the first page, or the one that the page before named.
    ///
    /// # Errors
    /// [`SmlError`].
    pub async fn page(&self, page: Option<String>) -> Result<Page, SmlError> {
        match self.ask(&SmlRequest::List(self.publisher.clone(), page)).await? {
            (_, SmlAnswer::Page(page)) => Ok(page),
            (status, _) => Err(other(status, "it is no page of participants")),
        }
    }

    /// All participants of our SMP.
    ///
    /// # Errors
    /// [`SmlError`]; also when pages lead back to one that was read.
    pub async fn list(&self) -> Result<Vec<Identifier>, SmlError> {
        let (mut all, mut next, mut read) = (Vec::new(), None, BTreeSet::new());
        loop {
            let page = self.page(next).await?;
            all.extend(page.participants);
            let Some(name) = page.next.filter(|name| !name.is_empty()) else { return Ok(all) };
            if !read.insert(name.clone()) {
                return Err(other(200, "its pages name each other in a circle"));
            }
            next = Some(name);
        }
    }

    /// Announces that a participant leaves for the SMP that knows the key.
    ///
    /// # Errors
    /// [`SmlError`].
    pub async fn prepare_to_migrate(
        &self,
        participant: Identifier,
        key: &str,
    ) -> Result<(), SmlError> {
        self.done(&SmlRequest::PrepareToMigrate(self.migration(participant, key))).await
    }

    /// Takes a participant over from the SMP that gave us the key.
    ///
    /// # Errors
    /// [`SmlError::NotFound`] when the key is wrong, or no migration is prepared; others.
    pub async fn migrate(&self, participant: Identifier, key: &str) -> Result<(), SmlError> {
        self.done(&SmlRequest::Migrate(self.migration(participant, key))).await
    }

    /// Registers our SMP at an https address, which goes into the DNS.
    ///
    /// # Errors
    /// [`SmlError`].
    pub async fn create_publisher(&self, address: &str) -> Result<(), SmlError> {
        self.done(&SmlRequest::CreatePublisher(self.publisher_at(address))).await
    }

    /// What is registered of our SMP.
    ///
    /// # Errors
    /// [`SmlError`].
    pub async fn read_publisher(&self) -> Result<Publisher, SmlError> {
        match self.ask(&SmlRequest::ReadPublisher(self.publisher_at(""))).await? {
            (_, SmlAnswer::Publisher(publisher)) => Ok(publisher),
            (status, _) => Err(other(status, "it is no description of an SMP")),
        }
    }

    /// Changes our SMP's address. The SML rewrites a record for each participant: above 10,000 this is first
    /// agreed with its operator.
    ///
    /// # Errors
    /// [`SmlError`].
    pub async fn update_publisher(&self, address: &str) -> Result<(), SmlError> {
        self.done(&SmlRequest::UpdatePublisher(self.publisher_at(address))).await
    }

    /// Removes our SMP with all its participants.
    ///
    /// # Errors
    /// [`SmlError`].
    pub async fn delete_publisher(&self) -> Result<(), SmlError> {
        self.done(&SmlRequest::DeletePublisher(self.publisher.clone())).await
    }

    fn migration(&self, participant: Identifier, key: &str) -> Migration {
        Migration { publisher: self.publisher.clone(), participant, key: key.to_owned() }
    }

    fn publisher_at(&self, address: &str) -> Publisher {
        Publisher {
            id: self.publisher.clone(),
            logical_address: address.to_owned(),
            physical_address: PHYSICAL_ADDRESS.to_owned(),
        }
    }

    async fn done(&self, request: &SmlRequest) -> Result<(), SmlError> {
        match self.ask(request).await? {
            (_, SmlAnswer::Done) => Ok(()),
            (status, _) => Err(other(status, "it is not empty")),
        }
    }

    /// Status and content of an answer that is no fault.
    async fn ask(&self, request: &SmlRequest) -> Result<(u16, SmlAnswer), SmlError> {
        let url = self.address.join(request.path()).map_err(|e| other(0, &e.to_string()))?;
        let action = format!("\"{}\"", request.soap_action());
        let headers =
            [("Content-Type", "text/xml; charset=utf-8"), ("SOAPAction", action.as_str())];
        let body = request.write().into_bytes();
        let answer = self.http.post(&url, &headers, body, LARGEST).await;
        understood(&answer.map_err(SmlError::Unanswered)?)
    }
}

/// A fault is one whatever the status says; all else counts with HTTP 200 alone.
fn understood(answer: &Answer) -> Result<(u16, SmlAnswer), SmlError> {
    let status = answer.status;
    if matches!(status, 200 | 202) && answer.body.trim_ascii().is_empty() {
        return Ok((status, SmlAnswer::Done));
    }
    match SmlAnswer::read(&answer.body) {
        Ok(SmlAnswer::Fault(fault)) => Err(SmlError::of(fault)),
        Ok(read) if status == 200 => Ok((status, read)),
        Ok(_) => Err(other(status, "it is no fault")),
        Err(why) => Err(SmlError::answer(status, &why)),
    }
}

fn other(status: u16, why: &str) -> SmlError {
    SmlError::Answer { status, why: why.to_owned() }
}
