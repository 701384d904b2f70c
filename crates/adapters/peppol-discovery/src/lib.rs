//! Where a participant of the Peppol network receives: [`Discovery`] asks the DNS (SML) and the participant's SMP,
//! and believes neither without proof; [`PeppolDirectory`] serves the connector's port with it.
//!
//! | to | begin with |
//! |---|---|
//! | serve the port of the connector | [`PeppolDirectory`] |
//! | look a participant up, each hop with its time | [`Discovery::find`], [`peppol_connector::submissions::Trace`] |
//!
//! Who is looked up decides whom we call and what we are answered. So only addresses that were checked are called
//! (`checked-http`), only over https, without HTTP redirects, after one SMP redirect no other; what is answered is
//! bounded in size and time, and counts when the authority of SMPs vouches for its signature.
#![warn(missing_docs)]

mod cache;
mod directory;
mod discovery;
mod dns;
mod outcome;
mod publisher;
mod settings;

pub use directory::PeppolDirectory;
pub use discovery::{Discovery, Registered, Wanted};
pub use outcome::{Absence, Doubt, Found, LookupError, Refusal, Silence};
pub use settings::{Settings, SetupError};
