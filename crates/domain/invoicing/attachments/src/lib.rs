//! Attachments of an invoice (BG-24): what may be attached, recognised by its content.
//!
//! Peppol BIS Billing 3.0 carries PDF, JPEG, PNG, CSV, XLSX and ODS (BT-125). A declared MIME
//! type and a file name are claims; [`check`] compares them with the bytes and refuses what
//! would not arrive or would harm the recipient: macros, encryption, zip bombs, wrong types.
//!
//! It is pure: bytes in, a verdict out. Decoding base64 is the caller's.
//!
//! | to | begin with |
//! |---|---|
//! | check one file | [`check`] |
//! | check the files of an invoice together | [`within_limits`] |
//! | check a logo | [`check_logo`] |
#![warn(missing_docs)]
#![deny(clippy::disallowed_methods)]

mod attachment;
mod csv;
mod filename;
mod kind;
mod limits;
mod logo;
mod package;
mod refused;
mod signs;
mod sniff;
mod zip_directory;

pub use attachment::{Attachment, check};
pub use kind::Kind;
pub use limits::{LimitExceeded, MAX_TOTAL_BYTES, within_limits};
pub use logo::{LogoError, MAX_LOGO_BYTES, MAX_LOGO_SIDE, check_logo};
pub(crate) use refused::MAX_FILENAME_CHARS;
pub use refused::{FilenameFault, PackageFault, Refused};
pub use signs::{BombSign, Damage, KnownKind, MaliciousSign};
pub use sniff::sniff;

refusals::list![
    LimitExceeded,
    LogoError,
    Refused,
    FilenameFault,
    PackageFault,
    KnownKind,
    Damage,
    BombSign,
    MaliciousSign,
];
