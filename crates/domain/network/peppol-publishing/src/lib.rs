//! What our SMP publishes, and how participants get into the network's directory (SML) and out of it.
//!
//! Both follow from the registrations of organizations. What is published is a pure function of them; the entries in
//! the SML are brought after them, one step at a time, and each step may be repeated.
//!
//! | to | begin with |
//! |---|---|
//! | say what is published | [`Capabilities::service`], [`Capabilities::group`] |
//! | decide what the SML is asked next | [`Entry::next_step`] |
//! | decide what its answer makes of an entry | [`Entry::answered`] |
//! | compare the SML with the registrations | [`differences`] |
//! | warn of certificates that expire | [`Expiry::of`], [`CertificateNotice`] |
//! | put an SML, or a store, behind it | [`ParticipantRegistry`], [`EntryStore`] |
#![warn(missing_docs)]
#![deny(clippy::disallowed_methods)]

mod capabilities;
mod certificate_notice;
mod differences;
mod entry;
mod entry_step;
mod expiry;
mod indexed_card;
mod migration_key;
mod ports;
mod registry_error;

pub use capabilities::{AccessPointAddress, Capabilities, Receives, company_card};
pub use certificate_notice::{CertificateNotice, CertificateNoticeStore};
pub use differences::{Differences, differences, is_under_way};
pub use entry::{Entry, EntryError, EntryState};
pub use entry_step::{Answered, Outcome, Step};
pub use expiry::{Expiry, Urgency};
pub use indexed_card::{
    CardChange, CardContent, CardDirectory, CardDirectoryError, CardStep, DueCard, IndexedCard,
};
pub use migration_key::{MigrationKey, NotMigrationKey};
pub use ports::{CardStore, EntryStore, ParticipantRegistry};
pub use registry_error::RegistryError;

refusals::list![NotMigrationKey];
