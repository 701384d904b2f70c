//! The ports that use cases call, as this service implements them.

use crate::{
    clock::Clock,
    intake::Intake,
    networks::Networks,
    password_hasher::BoundedPasswords,
    rates::CentralBankRates,
    secrets,
    verification::TaxAuthority,
    wiring::{App, webhook_reach},
};
use accounting_http::HttpPrograms;
use client_documents::HttpDocuments;
use mail::Mail;
use oauth::tokens::RefreshChain;
use peppol_connector::identifiers::Network;
use provider_reports::Provider;
use std::time::Duration;
use store::Store;
use tax_reports::Reporting;
use time::OffsetDateTime;
use token_signer::Es256;
use use_cases::{
    NoRandomness, NotDone, Ports, Runtime, invoicing::exchange_rate::RateLookup,
    people::oauth::Signing,
};
use uuid::Uuid;
use webhook_http::HttpSender;
use webhooks::endpoints::AddressPolicy;

impl Runtime for Clock {
    fn now(&self) -> OffsetDateTime {
        Clock::now(self)
    }

    fn ids(&self) -> impl Fn() -> Uuid + Send + 'static {
        Uuid::now_v7
    }

    fn random_id(&self) -> Uuid {
        Uuid::new_v4()
    }

    fn random(&self) -> Result<[u8; 32], NoRandomness> {
        secrets::random()
    }

    async fn within<T: Send>(
        &self,
        limit: Duration,
        work: impl Future<Output = T> + Send,
    ) -> Option<T> {
        tokio::time::timeout(limit, work).await.ok()
    }
}

impl Ports for App {
    type Database = Store;
    type Runtime = Clock;
    type Intake = Intake;
    type Network = Networks;
    type Verifier = TaxAuthority;
    type Mailer = Mail;
    type Webhooks = HttpSender;
    type Rates = CentralBankRates;
    type Tokens = Es256;
    type Passwords = BoundedPasswords;
    type SeatBilling = Store;
    type Documents = HttpDocuments;
    type AccountingProgram = HttpPrograms;

    fn database(&self) -> &Store {
        &self.store
    }

    fn runtime(&self) -> &Clock {
        &self.clock
    }

    fn intake(&self) -> &Intake {
        &self.intake
    }

    async fn apart<T: Send + 'static>(
        &self,
        bytes: usize,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, NotDone> {
        self.intake.read(bytes, work).await?.map_err(|error| {
            tracing::error!(error = %error, "long computation ended without a result");
            NotDone::Lost
        })
    }

    fn network(&self) -> &Networks {
        &self.networks
    }

    fn verifier(&self) -> &TaxAuthority {
        &self.authority
    }

    fn mailer(&self) -> &Mail {
        &self.mailer
    }

    fn refresh_chain(&self) -> Option<&RefreshChain> {
        self.refresh_chain.as_ref()
    }

    fn webhooks(&self) -> &HttpSender {
        &self.webhooks
    }

    fn rates(&self) -> &RateLookup<CentralBankRates> {
        &self.rates
    }

    fn signing(&self) -> &Signing<Es256> {
        &self.signing
    }

    fn passwords(&self) -> &BoundedPasswords {
        &self.passwords
    }

    /// Paid from the prepaid credit.
    fn seat_billing(&self) -> &Store {
        &self.store
    }

    fn reporting(&self, network: Network) -> Option<Reporting> {
        self.networks.reporting(network)
    }

    fn provider(&self, network: Network) -> Option<Provider> {
        self.networks.provider(network)
    }

    fn client_documents(&self) -> &HttpDocuments {
        &self.client_documents
    }

    fn accounting_program(&self) -> &HttpPrograms {
        &self.programs
    }

    fn base_url(&self) -> &str {
        &self.config.base_url
    }

    fn webhook_reach(&self) -> AddressPolicy {
        webhook_reach(&self.config)
    }

    fn counts_received(&self) -> bool {
        self.config.count_received
    }

    fn enters_participants(&self, network: Network) -> bool {
        self.smp.enters_participants(network)
    }
}
