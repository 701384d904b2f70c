//! The contracts of the network ports on the fakes.

use invoicing::{CentralBank, rates::RateError};
use notifications::{Address, MailError};
use peppol_connector::{
    identifiers::{Network, ParticipantId},
    repair::Severity,
    submissions::OutgoingMessage,
};
use rust_decimal::dec;
use std::sync::Arc;
use testkit::fakes::{
    FakeAccessPoint, FakeDirectory, FakeMailer, FakeRates, FakeValidator, FakeVerifier,
    FakeWebhookSender, Listing, Reply,
};
use testkit::network_contract::{
    access_point::{AccessPointUnderTest, Receiver},
    document_validator::{Document, ValidatorUnderTest},
    mailer::{Arrived, MailerUnderTest, Way},
    participant_directory::{DirectoryUnderTest, Participant},
    rate_source::{Bank, Published, RateSourceUnderTest},
    token_verifier::{Authority, TOKEN, VerifierUnderTest},
    webhook_sender::{ANSWER, Endpoint, SenderUnderTest},
};
use testkit::peppol::participant;
use time::macros::date;
use webhooks::{deliveries::Outcome, endpoints::AddressError};

/// A participant of its own for each behaviour.
fn numbered(number: usize) -> ParticipantId {
    participant(&format!("9915:{:010}", 2_020_202_020 + number))
}

struct AccessPoints(FakeAccessPoint);

const REPLIES: [(Receiver, &[Reply]); 7] = [
    (Receiver::Takes, &[Reply::Delivers]),
    (Receiver::LosesFirstReceipt, &[Reply::LosesReceipt, Reply::Delivers]),
    (Receiver::Refuses, &[Reply::Refuses]),
    (Receiver::Unreachable, &[Reply::Unreachable]),
    (Receiver::NotRegistered, &[Reply::NotRegistered]),
    (Receiver::NotReceiving, &[Reply::NotReceiving]),
    (Receiver::DirectoryDown, &[Reply::DirectoryDown]),
];

impl AccessPointUnderTest for AccessPoints {
    type AccessPoint = FakeAccessPoint;

    fn access_point(&self) -> FakeAccessPoint {
        self.0.clone()
    }

    async fn receiver(&self, behaviour: Receiver) -> Option<ParticipantId> {
        REPLIES.iter().position(|(known, _)| *known == behaviour).map(numbered)
    }

    async fn arrived(&self, message: &OutgoingMessage) -> Option<Vec<Vec<u8>>> {
        let all = self.0.delivered().into_iter();
        let own = all.filter(|one| one.message.message_id == message.message_id);
        Some(own.map(|one| one.document).collect())
    }
}

async fn access_points() -> AccessPoints {
    let with = |fake: FakeAccessPoint, (n, (_, replies)): (usize, &(Receiver, &[Reply]))| {
        fake.with(&numbered(n), replies)
    };
    AccessPoints(REPLIES.iter().enumerate().fold(FakeAccessPoint::default(), with))
}

testkit::access_point_contract!(access_points);

struct Directories(FakeDirectory);

impl DirectoryUnderTest for Directories {
    type Directory = FakeDirectory;

    fn directory(&self) -> FakeDirectory {
        self.0.clone()
    }

    async fn participant(&self, standing: Participant) -> Option<ParticipantId> {
        Some(numbered(match standing {
            Participant::Registered => 1,
            Participant::ForOtherDocuments => 2,
            Participant::NotRegistered => 3,
            Participant::Unanswered => 4,
            Participant::Untrusted => 5,
            Participant::RegisteredLive => 6,
        }))
    }
}

async fn directories() -> Directories {
    let fake = FakeDirectory::default()
        .with(Network::Test, &numbered(1), Listing::Receives)
        .with(Network::Test, &numbered(2), Listing::OtherDocuments)
        .with(Network::Test, &numbered(4), Listing::Unreachable)
        .with(Network::Test, &numbered(5), Listing::Untrusted)
        .with(Network::Live, &numbered(6), Listing::Receives);
    Directories(fake)
}

testkit::participant_directory_contract!(directories);

struct Mailers(FakeMailer);

impl MailerUnderTest for Mailers {
    type Mailer = FakeMailer;

    async fn mailer(&self, way: Way) -> Option<Arc<FakeMailer>> {
        let recipient = Address::parse("o'jozef+mak@example.sk").expect("an address");
        let fake = self.0.clone();
        Some(Arc::new(match way {
            Way::Open => fake,
            Way::Refused => {
                fake.failing_for(&recipient, MailError::Refused("no such mailbox".into()))
            }
            Way::Down => {
                fake.fails(MailError::Unreachable("no answer".into()));
                fake
            }
        }))
    }

    async fn arrived(&self) -> Option<Vec<Arrived>> {
        let arrived = self.0.sent().into_iter().map(|message| Arrived {
            to: message.to.to_string(),
            subject: message.subject.as_str().to_owned(),
            text: message.text.as_str().to_owned(),
            key: message.key.to_string(),
        });
        Some(arrived.collect())
    }
}

async fn mailers() -> Mailers {
    Mailers(FakeMailer::default())
}

testkit::mailer_contract!(mailers);

struct Rates;

impl RateSourceUnderTest for Rates {
    type Source = FakeRates;

    const BANKS: &'static [CentralBank] = &[CentralBank::Ecb, CentralBank::Cnb];

    fn published(&self, _: CentralBank) -> Published {
        Published {
            day: date!(2026 - 11 - 20),
            currency: "USD",
            quiet_day: date!(2026 - 11 - 22),
            none: date!(2026 - 11 - 19),
        }
    }

    async fn source(&self, banks: Bank) -> Option<FakeRates> {
        let error = match banks {
            Bank::Publishes => None,
            Bank::Down => Some(RateError::Unreachable("no answer".into())),
            Bank::Garbage => Some(RateError::Malformed("no rates".into())),
            Bank::Silent => return None,
        };
        let mut fake = FakeRates::default();
        for bank in Self::BANKS {
            fake = match &error {
                None => fake.with(*bank, date!(2026 - 11 - 20), &[("USD", dec!(1.0412))]),
                Some(error) => fake.failing(*bank, error.clone()),
            };
        }
        Some(fake)
    }
}

async fn rates() -> Rates {
    Rates
}

testkit::rate_source_contract!(rates);

struct Verifiers;

impl VerifierUnderTest for Verifiers {
    type Verifier = FakeVerifier;

    async fn verifier(&self, authority: Authority) -> Option<FakeVerifier> {
        let fake = FakeVerifier::default();
        Some(match authority {
            Authority::Knows => fake.with(&self.participant(), TOKEN),
            Authority::KnowsNone => fake,
            Authority::Silent => fake.unreachable(),
        })
    }
}

async fn verifiers() -> Verifiers {
    Verifiers
}

testkit::token_verifier_contract!(verifiers);

struct Validators;

impl ValidatorUnderTest for Validators {
    type Validator = FakeValidator;

    fn validator(&self, document: Document) -> Option<(FakeValidator, String)> {
        let fake = FakeValidator::default();
        let fake = match document {
            Document::Valid => fake,
            Document::Invalid => fake.finding("BR-01", Severity::Error),
            Document::Warned => fake.finding("PEPPOL-W", Severity::Warning),
        };
        Some((fake, "<Invoice/>".to_owned()))
    }

    fn unreachable(&self) -> Option<FakeValidator> {
        Some(FakeValidator::default().unavailable())
    }
}

async fn validators() -> Validators {
    Validators
}

testkit::document_validator_contract!(validators);

struct Senders(FakeWebhookSender);

impl SenderUnderTest for Senders {
    type Sender = FakeWebhookSender;

    async fn sender(&self, endpoint: Endpoint) -> Option<(FakeWebhookSender, String)> {
        let outcome = match endpoint {
            Endpoint::Answers(status) => Outcome::Answered { status, body: ANSWER.to_owned() },
            Endpoint::NothingListens => Outcome::NotConnected,
            Endpoint::BreaksOff => Outcome::BrokenOff,
            Endpoint::Silent => Outcome::TimedOut,
            Endpoint::Forbidden => Outcome::AddressRefused(AddressError::Loopback),
            Endpoint::Redirects | Endpoint::AnswersWithoutEnd => return None,
        };
        let url = "https://hooks.example.com/in".to_owned();
        Some((self.0.clone().with(&url, outcome), url))
    }

    async fn received(&self) -> Vec<Vec<u8>> {
        let sent = self.0.sent().into_iter();
        sent.map(|request| request.body.as_bytes().to_vec()).collect()
    }
}

async fn senders() -> Senders {
    Senders(FakeWebhookSender::default())
}

testkit::webhook_sender_contract!(senders);
