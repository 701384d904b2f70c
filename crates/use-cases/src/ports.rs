use crate::{invoicing::exchange_rate::RateLookup, people::oauth::Signing};
use database::Database;
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

/// The system gave no random bytes.
#[derive(Debug, Clone, Copy, thiserror::Error)]
#[error("the system's random number generator failed")]
pub struct NoRandomness;

/// Why long work was not done.
#[derive(Debug, Clone, Copy, thiserror::Error)]
pub enum NotDone {
    /// There is more of it than can wait.
    #[error(transparent)]
    Busy(#[from] IntakeBusy),
    /// Its thread ended without giving anything.
    #[error("the thread of a long computation was lost")]
    Lost,
}

/// What the process lends to a use case: the time, ids, randomness and timeouts.
pub trait Runtime: Send + Sync {
    /// Now, to the microsecond.
    fn now(&self) -> OffsetDateTime;

    /// Makes new ids, later ones greater, wherever it is taken to.
    fn ids(&self) -> impl Fn() -> Uuid + Send + 'static;

    /// A new id, later ones greater. Who asks for it gives it its type.
    fn new_id(&self) -> Uuid {
        self.ids()()
    }

    /// A new id that tells nothing of its time.
    fn random_id(&self) -> Uuid;

    /// Random bytes for secrets.
    ///
    /// # Errors
    /// [`NoRandomness`].
    fn random(&self) -> Result<[u8; 32], NoRandomness>;

    /// What `work` gives, or nothing when it takes longer than `limit`.
    fn within<T: Send>(
        &self,
        limit: Duration,
        work: impl Future<Output = T> + Send,
    ) -> impl Future<Output = Option<T>> + Send;

    /// The day in Europe/Bratislava.
    fn today(&self) -> Date {
        service_day::date(self.now())
    }
}

/// Everything that use cases reach through, as one type: the service wires its adapters, tests wire
/// memory and fakes.
pub trait Ports: Send + Sync {
    /// The database.
    type Database: Database;
    /// The time, ids, randomness and timeouts.
    type Runtime: Runtime;
    /// Where documents are inspected.
    type Intake: DocumentIntake;
    /// The network that documents are sent over.
    type Network: ParticipantDirectory + AccessPoint;
    /// Who confirms the tokens of enrollments.
    type Verifier: TokenVerifier;
    /// Who sends mail.
    type Mailer: Mailer;
    /// Who sends webhooks.
    type Webhooks: Sender;
    /// The central banks.
    type Rates: RateSource;
    /// Who signs tokens.
    type Tokens: TokenSigner;
    /// Who hashes passwords.
    type Passwords: PasswordHasher;
    /// Who charges for seats.
    type SeatBilling: SeatBilling;
    /// Where documents of unregistered clients are had.
    type Documents: ClientDocuments;

    /// How refresh tokens follow on each other, where a lost answer is given once more; none: a token that is used
    /// twice ends its connection.
    fn refresh_chain(&self) -> Option<&RefreshChain>;

    /// The database.
    fn database(&self) -> &Self::Database;
    /// The time, ids, randomness and timeouts.
    fn runtime(&self) -> &Self::Runtime;
    /// Where documents are inspected.
    fn intake(&self) -> &Self::Intake;
    /// What long work over so many bytes gives, on a thread of its own, where it holds up nobody else, when it is its
    /// turn: it waits with the documents that are read.
    ///
    /// # Errors
    /// [`NotDone`].
    fn apart<T: Send + 'static>(
        &self,
        bytes: usize,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> impl Future<Output = Result<T, NotDone>> + Send;
    /// The network that documents are sent over.
    fn network(&self) -> &Self::Network;
    /// Who confirms the tokens of enrollments.
    fn verifier(&self) -> &Self::Verifier;
    /// Who sends mail.
    fn mailer(&self) -> &Self::Mailer;
    /// Who sends webhooks.
    fn webhooks(&self) -> &Self::Webhooks;
    /// The exchange rates, with what is remembered of asking for them.
    fn rates(&self) -> &RateLookup<Self::Rates>;
    /// Who signs tokens, with the keys that this process remembers.
    fn signing(&self) -> &Signing<Self::Tokens>;
    /// Who hashes passwords.
    fn passwords(&self) -> &Self::Passwords;
    /// Who charges for seats.
    fn seat_billing(&self) -> &Self::SeatBilling;
    /// Between whom reports to the tax authority travel in a network; none where nothing is reported.
    fn reporting(&self, network: Network) -> Option<Reporting>;
    /// We as a service provider of a network; none where there is no other access point.
    fn provider(&self, _: Network) -> Option<Provider> {
        None
    }
    /// Where documents of unregistered clients are had.
    fn client_documents(&self) -> &Self::Documents;
    /// The service's own address, for links.
    fn base_url(&self) -> &str;
    /// Where webhooks may go.
    fn webhook_reach(&self) -> webhooks::endpoints::AddressPolicy;
    /// Whether documents that are received count as transactions of a plan, as those that are sent do.
    fn counts_received(&self) -> bool {
        false
    }
    /// Whether participants of a network are entered in its registry by us, after they are registered here.
    fn enters_participants(&self, _: Network) -> bool {
        false
    }
}
