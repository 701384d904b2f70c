//! Requests of callers.

use invoicing::Organization;

/// An organization to create.
#[derive(Debug, Clone)]
pub struct NewOrganization {
    /// Its name, numbers and address.
    pub organization: Organization,
    /// "Sandbox like production".
    pub strict_sandbox: bool,
}

/// The body of an enrollment.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct EnrollRequest {
    /// `verificationTokenHex`
    pub token: Option<String>,
    /// `migrationCode`
    pub migration_code: Option<String>,
}
