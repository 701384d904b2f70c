//! What callers ask for.

use invoicing::Organization;

/// An organization to make.
#[derive(Debug, Clone)]
pub struct NewOrganization {
    /// Who it is.
    pub organization: Organization,
    /// "Sandbox like production".
    pub strict_sandbox: bool,
}

/// What the body of an enrollment says.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct EnrollRequest {
    /// `verificationTokenHex`
    pub token: Option<String>,
    /// `migrationCode`
    pub migration_code: Option<String>,
}
