//! The options of an inspection.

use peppol_messages::Identifier;
use peppol_messages::trust::{Authorities, Certificate, NoCertificate};
use time::OffsetDateTime;

/// The options of an inspection.
#[derive(Debug)]
pub struct Options<'o> {
    /// The instant at which they are checked.
    pub at: OffsetDateTime,
    /// The trusted authorities. Without them certificates are not checked, which gives a warning.
    pub trust: Option<&'o TrustStore>,
    /// The query to the SMP. Without it the answer may be about any participant and document type.
    pub asked: Option<Asked>,
    /// Takes what SMPs signed before 2023.
    pub accept_old_algorithms: bool,
}

impl Options<'_> {
    /// Options for a point in time, without trusted authorities.
    #[must_use]
    pub const fn at(at: OffsetDateTime) -> Self {
        Self { at, trust: None, asked: None, accept_old_algorithms: false }
    }
}

/// A query to an SMP.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Asked {
    /// The queried participant.
    pub participant: Identifier,
    /// About which document type, as it is registered.
    pub document_type: Identifier,
}

/// The authorities of one network, by role.
#[derive(Debug)]
pub struct TrustStore {
    /// The authorities of SMPs.
    pub publishers: Authorities,
    /// The authorities of access points.
    pub access_points: Authorities,
}

/// A text in the subject of Peppol's authorities of SMPs, the only thing that tells the roles apart.
const OF_PUBLISHERS: [&str; 2] = ["SERVICE METADATA PUBLISHER", "SMP"];

/// Sorts authorities by role, those of SMPs first: an authority whose subject speaks of SMPs is theirs. Roots,
/// which issued themselves, are left out, and so is what is no authority.
#[must_use]
pub fn by_role(certificates: Vec<Certificate>) -> (Vec<Certificate>, Vec<Certificate>) {
    let issues = |one: &Certificate| one.is_authority && one.subject != one.issuer;
    let of_publishers = |one: &Certificate| {
        let subject = one.subject.to_uppercase();
        OF_PUBLISHERS.iter().any(|word| subject.contains(word))
    };
    certificates.into_iter().filter(issues).partition(of_publishers)
}

impl TrustStore {
    /// Authorities, sorted by [`by_role`]. Lists of revoked certificates (DER) count for both roles.
    ///
    /// # Errors
    /// [`NoCertificate`] when one cannot be trusted as an authority, or a list is none.
    pub fn of(certificates: Vec<Certificate>, lists: &[Vec<u8>]) -> Result<Self, NoCertificate> {
        let (publishers, access_points) = by_role(certificates);
        Ok(Self {
            publishers: Authorities::new(publishers)?.with_revocation_lists(lists)?,
            access_points: Authorities::new(access_points)?.with_revocation_lists(lists)?,
        })
    }
}
