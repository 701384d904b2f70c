//! The environment of the tests: a fixed time, counted ids, the memory store and fakes.

use access::{OrganizationId, PartnerId, Tier, UserId};
use document_intake::{AtOnce, Document, DocumentIntake, Incoming, IntakeBusy};
use invoicing::{
    Organization,
    records::{Provision, ProvisionStore},
};
use jobs::JobId;
use members::{SeatBilling, SeatBillingError, SeatCharge};
use money::{CurrencyCode, Decimal};
use oauth::{
    ports::{SignError, TokenSigner},
    tokens::{PublicKey, RefreshChain, SigningKey, TokenType},
};
use peppol_connector::{
    documents::{AttachedFile, DocumentContent, DocumentFacts},
    identifiers::{DocumentTypeId, Network, ParticipantId, ProcessId},
    ports::{
        AccessPoint, AccountStore, DeliveryError, DirectoryError, ParticipantDirectory, Receipt,
        ReceivingPoint, Registration,
    },
    registration::{AccountRecord, PeppolAccount},
    submissions::{HopStep, OutgoingMessage, Trace},
};
use provider_reports::Provider;
use serde::{Serialize, de::DeserializeOwned};
use sign_in::{AccountChange, HashError, PasswordHasher, SignInStore, Verdict};
use std::{
    pin::pin,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicBool, AtomicU64, Ordering::Relaxed},
    },
    task::{Context as Waiting, Poll, Waker},
    time::Duration,
};
use tax_reports::Reporting;
use testkit::{
    MemoryStore,
    build::{self, NOW},
    fakes::{
        FakeAccessPoint, FakeAccountingProgram, FakeDirectory, FakeDocuments, FakeMailer,
        FakeRates, FakeValidator, FakeVerifier, FakeWebhookSender,
    },
    peppol,
};
use time::OffsetDateTime;
use token_signer::Es256;
use use_cases::{
    Context, NoRandomness, NotDone, Ports, Runtime, invoicing::exchange_rate::RateLookup,
    people::oauth::Signing,
};
use uuid::Uuid;
use webhooks::endpoints::AddressPolicy;

/// Runs a use case. Nothing in memory ever waits.
pub fn run<T>(use_case: impl Future<Output = T>) -> T {
    match pin!(use_case).poll(&mut Waiting::from_waker(Waker::noop())) {
        Poll::Ready(result) => result,
        Poll::Pending => panic!("nothing here waits"),
    }
}

/// Back to before the year 0, of which no event can tell: its time has no text.
pub const BEFORE_CHRIST: time::Duration = time::Duration::days(-742_000);

/// Time that tests move; ids and randomness that count.
pub struct Still {
    now: Mutex<OffsetDateTime>,
    drawn: Arc<AtomicU64>,
    /// How often work was done on a thread of its own.
    pub apart: AtomicU64,
    /// Whether randomness fails.
    pub dry: bool,
}

impl Still {
    fn next(&self) -> u64 {
        self.drawn.fetch_add(1, Relaxed) + 1
    }

    pub fn advance(&self, by: time::Duration) {
        *self.now.lock().unwrap_or_else(PoisonError::into_inner) += by;
    }
}

impl Runtime for Still {
    fn now(&self) -> OffsetDateTime {
        *self.now.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn ids(&self) -> impl Fn() -> Uuid + Send + 'static {
        let drawn = Arc::clone(&self.drawn);
        move || Uuid::from_u128(u128::from(drawn.fetch_add(1, Relaxed) + 1))
    }

    fn random_id(&self) -> Uuid {
        // version 4
        Uuid::from_u128((u128::from(self.next()) << 80) | 0x4000_8000_0000_0000_0000)
    }

    fn random(&self) -> Result<[u8; 32], NoRandomness> {
        if self.dry {
            return Err(NoRandomness);
        }
        let drawn = self.next();
        let mut bytes = [drawn as u8; 32];
        for (byte, high) in bytes.iter_mut().zip((drawn >> 8).to_be_bytes()) {
            *byte ^= high;
        }
        Ok(bytes)
    }

    /// A future that is not ready at once times out.
    async fn within<T: Send>(
        &self,
        _: Duration,
        work: impl Future<Output = T> + Send,
    ) -> Option<T> {
        match pin!(work).poll(&mut Waiting::from_waker(Waker::noop())) {
            Poll::Ready(result) => Some(result),
            Poll::Pending => None,
        }
    }
}

/// The directory and the access point as one network.
#[derive(Default)]
pub struct FakeNetwork {
    pub directory: FakeDirectory,
    pub access_point: FakeAccessPoint,
    /// The certificate of the access point that the directory returns.
    pub certificate: Vec<u8>,
    /// An action between the other side's answer and our parsing of it.
    pub overtakes: Option<Overtaking>,
}

/// Sees the message whose answer is on its way.
pub type Overtaking = Box<dyn Fn(&OutgoingMessage) + Send + Sync>;

impl ParticipantDirectory for FakeNetwork {
    async fn registration(
        &self,
        network: Network,
        participant: &ParticipantId,
    ) -> Result<Option<Registration>, DirectoryError> {
        self.directory.registration(network, participant).await
    }

    async fn receiving_point(
        &self,
        network: Network,
        participant: &ParticipantId,
        document_type: &DocumentTypeId,
        process: &ProcessId,
    ) -> Result<ReceivingPoint, DirectoryError> {
        let found = self.directory.receiving_point(network, participant, document_type, process);
        Ok(ReceivingPoint { certificate: self.certificate.clone(), ..found.await? })
    }
}

impl AccessPoint for FakeNetwork {
    /// A status may overtake the receipt.
    async fn deliver_noted(
        &self,
        message: &OutgoingMessage,
        country: Option<&str>,
        document: &[u8],
        trace: &mut Trace,
    ) -> Result<Receipt, DeliveryError> {
        let took = Duration::from_millis(3);
        trace.note(HopStep::Message, "https://ap.example/as4", "HTTP 200", took);
        let receipt = self.access_point.deliver_noted(message, country, document, trace).await;
        if let Some(overtakes) = &self.overtakes {
            overtakes(message);
        }
        receipt
    }

    async fn deliver_service_message(
        &self,
        message: &OutgoingMessage,
        document: &[u8],
        trace: &mut Trace,
    ) -> Result<Receipt, DeliveryError> {
        let took = Duration::from_millis(3);
        trace.note(HopStep::Message, "https://ap.example/as4", "HTTP 200", took);
        self.access_point.deliver_service_message(message, document, trace).await
    }
}

/// Passwords that are hashed at once.
pub struct WeakPasswords {
    passwords: passwords::Passwords,
    /// How often one was compared.
    pub compared: AtomicU64,
    hashed: AtomicU64,
    is_busy: AtomicBool,
}

impl WeakPasswords {
    /// Whether more is being hashed than can wait.
    pub fn set_busy(&self, is_busy: bool) {
        self.is_busy.store(is_busy, Relaxed);
    }

    fn works(&self) -> Result<(), HashError> {
        match self.is_busy.load(Relaxed) {
            true => Err(HashError::Busy { retry_after: 3 }),
            false => Ok(()),
        }
    }
}

impl Default for WeakPasswords {
    fn default() -> Self {
        let passwords = passwords::Passwords::weak().expect("made");
        let (compared, hashed, is_busy) = Default::default();
        Self { passwords, compared, hashed, is_busy }
    }
}

impl PasswordHasher for WeakPasswords {
    async fn hash(&self, password: String) -> Result<String, HashError> {
        self.works()?;
        let number = self.hashed.fetch_add(1, Relaxed);
        let salt = u128::from(number).to_be_bytes();
        self.passwords.hash(&password, salt).map_err(|error| HashError::Failed(error.into()))
    }

    async fn verify(&self, password: String, hash: Option<String>) -> Result<Verdict, HashError> {
        self.works()?;
        self.compared.fetch_add(1, Relaxed);
        Ok(self.passwords.verify(&password, hash.as_deref()))
    }
}

/// A signer that fails as often as a test says.
#[derive(Default)]
pub struct UnsteadySigner {
    signer: Es256,
    failures: Arc<AtomicU64>,
}

impl UnsteadySigner {
    /// Makes this many of the next operations fail.
    pub fn failing(times: u64) -> Self {
        Self { failures: Arc::new(AtomicU64::new(times)), ..Self::default() }
    }

    fn works(&self) -> Result<(), SignError> {
        let left = |left: u64| left.checked_sub(1);
        match self.failures.fetch_update(Relaxed, Relaxed, left) {
            Ok(_) => Err(SignError("the test says so".into())),
            Err(_) => Ok(()),
        }
    }
}

impl TokenSigner for UnsteadySigner {
    fn new_key(&self, now: OffsetDateTime) -> Result<SigningKey, SignError> {
        self.works()?;
        self.signer.new_key(now)
    }

    fn sign<C: Serialize>(
        &self,
        key: &SigningKey,
        token_type: TokenType,
        claims: &C,
    ) -> Result<String, SignError> {
        self.works()?;
        self.signer.sign(key, token_type, claims)
    }

    fn key_id(&self, token: &str) -> Option<String> {
        self.signer.key_id(token)
    }

    fn read<C: DeserializeOwned>(
        &self,
        token: &str,
        token_type: TokenType,
        key: &PublicKey,
    ) -> Option<C> {
        self.signer.read(token, token_type, key)
    }
}

/// An intake that inspects at once, unless a test makes it busy.
#[derive(Default)]
pub struct TestIntake {
    pub validator: FakeValidator,
    pub busy: bool,
}

impl TestIntake {
    pub fn of(validator: FakeValidator) -> Self {
        Self { validator, busy: false }
    }

    fn at_once(&self) -> Result<AtOnce<FakeValidator>, IntakeBusy> {
        match self.busy {
            true => Err(IntakeBusy { retry_after: 3 }),
            false => Ok(AtOnce(self.validator.clone())),
        }
    }
}

impl DocumentIntake for TestIntake {
    async fn inspect(&self, incoming: Incoming) -> Result<Document, IntakeBusy> {
        self.at_once()?.inspect(incoming).await
    }

    async fn facts(&self, bytes: Arc<[u8]>) -> Result<Option<DocumentFacts>, IntakeBusy> {
        self.at_once()?.facts(bytes).await
    }

    async fn attached(&self, bytes: Arc<[u8]>) -> Result<Option<Vec<AttachedFile>>, IntakeBusy> {
        self.at_once()?.attached(bytes).await
    }

    async fn accounting_vat(
        &self,
        bytes: Arc<[u8]>,
    ) -> Result<Option<(Decimal, CurrencyCode)>, IntakeBusy> {
        self.at_once()?.accounting_vat(bytes).await
    }

    async fn content(&self, bytes: Arc<[u8]>) -> Result<Option<DocumentContent>, IntakeBusy> {
        self.at_once()?.content(bytes).await
    }
}

/// The ports of a test.
pub struct TestPorts {
    pub store: MemoryStore,
    pub still: Still,
    pub intake: TestIntake,
    pub network: FakeNetwork,
    pub verifier: FakeVerifier,
    pub mailer: FakeMailer,
    pub sender: FakeWebhookSender,
    pub rates: RateLookup<FakeRates>,
    pub signing: Signing<UnsteadySigner>,
    /// How many of the next keys and signatures fail.
    pub failing_signatures: Arc<AtomicU64>,
    pub passwords: WeakPasswords,
    pub billing: UnsteadyBilling,
    /// The reporting in the test network; `None` if nothing is reported.
    pub reporting: Option<Reporting>,
    /// Our provider in the test network; `None` if there is no other access point.
    pub provider: Option<Provider>,
    /// Whether participants are entered in a registry.
    pub enters: bool,
    /// Whether received documents count against the plan.
    pub counts_received: bool,
    pub documents: FakeDocuments,
    pub program: FakeAccountingProgram,
    /// `None` makes refresh tokens strict.
    pub refresh_chain: Option<RefreshChain>,
}

impl Default for TestPorts {
    fn default() -> Self {
        let (signer, store) = (UnsteadySigner::default(), MemoryStore::default());
        Self {
            billing: UnsteadyBilling { store: store.clone(), lost: AtomicU64::new(0) },
            store,
            still: Still {
                now: Mutex::new(NOW),
                drawn: Arc::default(),
                apart: AtomicU64::new(0),
                dry: false,
            },
            intake: TestIntake::default(),
            network: FakeNetwork::default(),
            verifier: FakeVerifier::default(),
            mailer: FakeMailer::default(),
            sender: FakeWebhookSender::default(),
            rates: RateLookup::new(FakeRates::default(), 7),
            failing_signatures: Arc::clone(&signer.failures),
            signing: Signing::new(signer),
            passwords: WeakPasswords::default(),
            reporting: None,
            provider: None,
            enters: false,
            counts_received: false,
            documents: FakeDocuments::default(),
            program: FakeAccountingProgram::default(),
            refresh_chain: None,
        }
    }
}

/// Charges the credit of the store; answers may be lost on the way.
pub struct UnsteadyBilling {
    store: MemoryStore,
    /// How many of the next answers are.
    pub lost: AtomicU64,
}

impl SeatBilling for UnsteadyBilling {
    async fn charge(
        &self,
        charge: &SeatCharge,
        now: OffsetDateTime,
    ) -> Result<(), SeatBillingError> {
        self.store.charge(charge, now).await?;
        let lost = self.lost.fetch_update(Relaxed, Relaxed, |lost| lost.checked_sub(1));
        match lost {
            Ok(_) => Err(SeatBillingError::Unknown("the answer was lost".into())),
            Err(_) => Ok(()),
        }
    }
}

impl Ports for TestPorts {
    type Database = MemoryStore;
    type Runtime = Still;
    type Intake = TestIntake;
    type Network = FakeNetwork;
    type Verifier = FakeVerifier;
    type Mailer = FakeMailer;
    type Webhooks = FakeWebhookSender;
    type Rates = FakeRates;
    type Tokens = UnsteadySigner;
    type Passwords = WeakPasswords;
    type SeatBilling = UnsteadyBilling;
    type Documents = FakeDocuments;
    type AccountingProgram = FakeAccountingProgram;

    fn database(&self) -> &MemoryStore {
        &self.store
    }

    fn runtime(&self) -> &Still {
        &self.still
    }

    fn intake(&self) -> &TestIntake {
        &self.intake
    }

    async fn apart<T: Send + 'static>(
        &self,
        _: usize,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, NotDone> {
        self.intake.at_once()?;
        self.still.apart.fetch_add(1, Relaxed);
        std::thread::spawn(work).join().map_err(|_| NotDone::Lost)
    }

    fn network(&self) -> &FakeNetwork {
        &self.network
    }

    fn verifier(&self) -> &FakeVerifier {
        &self.verifier
    }

    fn mailer(&self) -> &FakeMailer {
        &self.mailer
    }

    fn webhooks(&self) -> &FakeWebhookSender {
        &self.sender
    }

    fn rates(&self) -> &RateLookup<FakeRates> {
        &self.rates
    }

    fn signing(&self) -> &Signing<UnsteadySigner> {
        &self.signing
    }

    fn passwords(&self) -> &WeakPasswords {
        &self.passwords
    }

    fn seat_billing(&self) -> &UnsteadyBilling {
        &self.billing
    }

    fn reporting(&self, network: Network) -> Option<Reporting> {
        self.reporting.clone().filter(|_| network == Network::Test)
    }

    fn provider(&self, network: Network) -> Option<Provider> {
        self.provider.clone().filter(|_| network == Network::Test)
    }

    fn refresh_chain(&self) -> Option<&RefreshChain> {
        self.refresh_chain.as_ref()
    }

    fn client_documents(&self) -> &FakeDocuments {
        &self.documents
    }

    fn accounting_program(&self) -> &FakeAccountingProgram {
        &self.program
    }

    fn base_url(&self) -> &str {
        "https://billhook.example"
    }

    fn webhook_reach(&self) -> AddressPolicy {
        AddressPolicy::Public
    }

    fn counts_received(&self) -> bool {
        self.counts_received
    }

    fn enters_participants(&self, _: Network) -> bool {
        self.enters
    }
}

impl TestPorts {
    /// Adds an organization that is registered nowhere.
    pub fn with_organization(&self) -> Organization {
        self.with_this(build::organization())
    }

    fn with_this(&self, organization: Organization) -> Organization {
        let organizations = vec![organization.clone()];
        self.provision(Provision { organizations, ..Provision::default() });
        organization
    }

    /// Adds an organization that is registered in the test network under its DIČ.
    pub fn with_enrolled(&self) -> OrganizationId {
        self.with_enrolled_as("9915:2020202020")
    }

    /// The same under another identifier.
    pub fn with_enrolled_as(&self, participant: &str) -> OrganizationId {
        self.enroll(self.with_organization().id, participant)
    }

    /// The same of a firm of this country.
    pub fn with_enrolled_in(&self, country: &str) -> OrganizationId {
        let mut organization = build::organization();
        organization.address.country = country.to_owned();
        self.enroll(self.with_this(organization).id, "9915:2020202020")
    }

    /// Adds an organization that is registered in the live network.
    pub fn with_enrolled_live(&self) -> OrganizationId {
        let id = self.with_organization().id;
        let before = run(self.store.account(id)).expect("an account");
        let enrolled = peppol::enrolled(&before, &peppol::participant("0245:2020202020"));
        let account = PeppolAccount::Enrolled(Network::Live);
        let after = AccountRecord { account, ..enrolled };
        let audit = peppol::ENROLLED;
        run(self.store.change_account(id, &before, &after, audit, &[], NOW)).expect("enrolled");
        id
    }

    fn enroll(&self, id: OrganizationId, participant: &str) -> OrganizationId {
        let before = run(self.store.account(id)).expect("an account");
        let after = peppol::enrolled(&before, &peppol::participant(participant));
        let audit = peppol::ENROLLED;
        run(self.store.change_account(id, &before, &after, audit, &[], NOW)).expect("enrolled");
        id
    }

    /// Gives a user the hash of another password, as the operator does.
    pub fn set_hash(&self, user: UserId, hash: &str) {
        let mail = AccountChange::NewPassword.job(JobId(self.still.new_id()), user, NOW);
        run(self.store.set_password(user, hash, &mail)).expect("set");
    }

    /// Adds a partner that manages these organizations.
    pub fn with_partner(&self, organizations: &[OrganizationId]) -> PartnerId {
        let partner = build::partner(organizations);
        let id = partner.id;
        self.provision(Provision { partners: vec![partner], ..Provision::default() });
        id
    }

    pub fn provision(&self, provision: Provision) {
        run(self.store.provision(&provision, NOW)).expect("provisioned");
    }

    pub fn context(&self, organization: OrganizationId) -> Context<'_, Self> {
        Context::new(self, organization, Tier::Test)
    }
}
