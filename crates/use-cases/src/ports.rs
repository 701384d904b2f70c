use crate::{Database, invoicing::exchange_rate::RateLookup, people::oauth::Signing};
use accounting_programs::AccountingProgram;
use document_intake::{DocumentIntake, IntakeBusy};
use invoicing::rates::RateSource;
use members::SeatBilling;
use notifications::Mailer;
use oauth::{clients::ClientDocuments, ports::TokenSigner, tokens::RefreshChain};
use peppol_connector::{
    identifiers::Network,
    ports::{AccessPoint, ParticipantDirectory, TokenVerifier},
};
use provider_reports::Provider;
use sign_in::PasswordHasher;
use std::time::Duration;
use tax_reports::Reporting;
use time::{Date, OffsetDateTime};
use uuid::Uuid;
use webhooks::ports::Sender;

/// The system's source of random bytes failed.
#[derive(Debug, Clone, Copy, thiserror::Error)]
#[error("the system's random number generator failed")]
pub struct NoRandomness;

/// Why a long computation was not run.
#[derive(Debug, Clone, Copy, thiserror::Error)]
pub enum NotDone {
    /// The queue is full.
    #[error(transparent)]
    Busy(#[from] IntakeBusy),
    /// Its thread ended without a result.
    #[error("the thread of a long computation was lost")]
    Lost,
}

/// What the process provides to a use case: time, ids, randomness and timeouts.
pub trait Runtime: Send + Sync {
    /// The current time, truncated to microseconds.
    fn now(&self) -> OffsetDateTime;

    /// A generator of new ids in ascending order, which can be moved to another task or thread.
    fn ids(&self) -> impl Fn() -> Uuid + Send + 'static;

    /// A new id, greater than the earlier ones. The caller gives it its type.
    fn new_id(&self) -> Uuid {
        self.ids()()
    }

    /// A new random id that does not contain its time.
    fn random_id(&self) -> Uuid;

    /// Random bytes for secrets.
    ///
    /// # Errors
    /// [`NoRandomness`].
    fn random(&self) -> Result<[u8; 32], NoRandomness>;

    /// The output of `work`, or `None` when it takes longer than `limit`.
    fn within<T: Send>(
        &self,
        limit: Duration,
        work: impl Future<Output = T> + Send,
    ) -> impl Future<Output = Option<T>> + Send;

    /// Today's date in Europe/Bratislava.
    fn today(&self) -> Date {
        service_day::date(self.now())
    }
}

/// All ports of the use cases as one type: the service plugs in its adapters, tests plug in memory stores and fakes.
pub trait Ports: Send + Sync {
    /// The database.
    type Database: Database;
    /// The time, ids, randomness and timeouts.
    type Runtime: Runtime;
    /// Inspects documents.
    type Intake: DocumentIntake;
    /// The Peppol network, where participants are looked up and documents are sent.
    type Network: ParticipantDirectory + AccessPoint;
    /// Verifies enrollment tokens with the tax authority.
    type Verifier: TokenVerifier;
    /// Sends mail.
    type Mailer: Mailer;
    /// Sends webhooks.
    type Webhooks: Sender;
    /// The central banks, as the source of exchange rates.
    type Rates: RateSource;
    /// Signs tokens.
    type Tokens: TokenSigner;
    /// Hashes passwords.
    type Passwords: PasswordHasher;
    /// Charges for seats.
    type SeatBilling: SeatBilling;
    /// Fetches the documents of unregistered OAuth clients.
    type Documents: ClientDocuments;
    /// Calls accounting programs.
    type AccountingProgram: AccountingProgram;

    /// How refresh tokens are derived, so that a lost answer can be repeated. `None`: a refresh token that is used
    /// twice ends its connection.
    fn refresh_chain(&self) -> Option<&RefreshChain>;

    /// The database.
    fn database(&self) -> &Self::Database;
    /// The time, ids, randomness and timeouts.
    fn runtime(&self) -> &Self::Runtime;
    /// Inspects documents.
    fn intake(&self) -> &Self::Intake;
    /// Runs long work over `bytes` bytes on a thread of its own, so that it delays no other task. It waits in the same
    /// queue as documents to be parsed.
    ///
    /// # Errors
    /// [`NotDone`].
    fn apart<T: Send + 'static>(
        &self,
        bytes: usize,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> impl Future<Output = Result<T, NotDone>> + Send;
    /// The Peppol network, where participants are looked up and documents are sent.
    fn network(&self) -> &Self::Network;
    /// Verifies enrollment tokens with the tax authority.
    fn verifier(&self) -> &Self::Verifier;
    /// Sends mail.
    fn mailer(&self) -> &Self::Mailer;
    /// Sends webhooks.
    fn webhooks(&self) -> &Self::Webhooks;
    /// The exchange rates, with a cache of the banks' answers.
    fn rates(&self) -> &RateLookup<Self::Rates>;
    /// Signs tokens, with a cache of the signing keys.
    fn signing(&self) -> &Signing<Self::Tokens>;
    /// Hashes passwords.
    fn passwords(&self) -> &Self::Passwords;
    /// Charges for seats.
    fn seat_billing(&self) -> &Self::SeatBilling;
    /// The sender and the receiver of tax reports in a network; `None` where nothing is reported.
    fn reporting(&self, network: Network) -> Option<Reporting>;
    /// This installation as a service provider of a network; `None` where no other access point exists.
    fn provider(&self, _: Network) -> Option<Provider> {
        None
    }
    /// Fetches the documents of unregistered OAuth clients.
    fn client_documents(&self) -> &Self::Documents;
    /// Calls accounting programs.
    fn accounting_program(&self) -> &Self::AccountingProgram;
    /// The service's public base URL, for links.
    fn base_url(&self) -> &str;
    /// The addresses that webhooks may go to.
    fn webhook_reach(&self) -> webhooks::endpoints::AddressPolicy;
    /// Whether received documents count as transactions of a plan, as sent ones do.
    fn counts_received(&self) -> bool {
        false
    }
    /// Whether this installation enters its participants in the network's registry (SML) after they are registered
    /// here.
    fn enters_participants(&self, _: Network) -> bool {
        false
    }
}
