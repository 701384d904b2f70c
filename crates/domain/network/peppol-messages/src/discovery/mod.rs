//! Where a participant's SMP is found, and how it is asked.

mod migration_key;
mod naptr;
mod sml_name;
mod smp_url;

pub use migration_key::{is_migration_key, migration_key};
pub use naptr::{Lookup, Naptr, Unresolved, publisher};
pub use sml_name::{label, sml_name};
pub use smp_url::{business_card_url, percent_encoded, service_group_url, service_metadata_url};
