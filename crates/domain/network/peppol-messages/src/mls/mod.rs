//! The Message Level Status (MLS 1.1.0): what the receiving provider says of a message.
//!
//! | to | begin with |
//! |---|---|
//! | check one by the official rules | [`check_mls`] |
//! | read what one says | [`MessageStatus::read`] |
//! | write one | [`MessageStatus::write`] |
//! | know whether and whom to send one | [`mls_route`], [`answer_to`] |
//! | make the one that a message is answered with | [`Answered::status`] |

mod check;
mod message;
mod owed;
mod routing;
mod rules;
mod xpath;

pub use check::{MlsHit, MlsReport, check_mls, check_mls_rules};
pub use message::{Issue, MessageStatus, NotAStatus, ReasonCode, ResponseCode};
pub use owed::{Answered, MAX_ISSUES};
pub use routing::{
    MlsRoute, Situation, answer_to, is_about_statuses, is_of_provider, main_id_of,
    main_provider_id, mls_route,
};
pub use rules::{MlsRule, RULES};

/// The document type, in the scheme `busdox-docid-qns`.
pub const MLS_DOCUMENT_TYPE: &str = "urn:oasis:names:specification:ubl:schema:xsd:ApplicationResponse-2::ApplicationResponse##urn:peppol:edec:mls:1.0::2.1";

/// The process, in the scheme `cenbii-procid-ubl`.
pub const MLS_PROCESS: &str = "urn:peppol:edec:mls";

/// `cbc:CustomizationID`.
pub const MLS_CUSTOMIZATION: &str = "urn:peppol:edec:mls:1.0";
