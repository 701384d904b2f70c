//! The environments of a request, the three columns of Versioning 3: lenient sandbox, production, strict sandbox.

use crate::identifiers::Network;
use access::Tier;
use serde::Serialize;
use time::{Date, OffsetDateTime, macros::date};

/// Accounts registered on or after this day get the strict sandbox at once.
pub(crate) const STRICT_FOR_ACCOUNTS_FROM: Date = date!(2026 - 10 - 02);

/// From this day every sandbox is strict.
pub(crate) const STRICT_FOR_ALL_FROM: Date = date!(2026 - 11 - 01);

/// The column of the table that applies to a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Environment {
    /// The lenient sandbox, which answers with warnings.
    LenientSandbox,
    /// Calls with live keys.
    Production,
    /// The sandbox that requires the same steps as production.
    StrictSandbox,
}

/// Row "Peppol registration at organization creation".
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RegistrationAtCreation {
    /// Automatic on the test network.
    Automatic,
    /// A new organization is never registered.
    Never,
    /// A new organization is never registered, and the answer tells the caller to enroll it.
    CallEnroll,
}

/// Row "verificationTokenHex in enroll".
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TokenRule {
    /// Optional; without it the answer has a warning.
    Optional,
    /// Required and verified with the tax authority.
    Verified,
    /// Required, any hex.
    AnyHex,
}

/// Row "Sending without a Peppol account".
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SendWithoutAccount {
    /// The send is allowed.
    Passes,
    /// The send is rejected.
    Rejected,
    /// The send is rejected with a hint to enroll.
    RejectedWithHint,
}

/// A column of the table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Column {
    /// Row 1: registration of a new organization.
    pub registration: RegistrationAtCreation,
    /// Row 2: requirements on a verification token.
    pub token: TokenRule,
    /// Row 3: sends of an organization without a registration.
    pub send_without_account: SendWithoutAccount,
    /// Row 4: the scheme of `<scheme>:<DIČ>`.
    pub slovak_scheme: &'static str,
}

impl Environment {
    /// The column for a key of this tier and an account registered at `registered_at`, whose owner may have switched
    /// on "Sandbox like production". Days are those of Europe/Bratislava.
    #[must_use]
    pub fn of(
        tier: Tier,
        registered_at: OffsetDateTime,
        strict_sandbox: bool,
        now: OffsetDateTime,
    ) -> Self {
        let strict = strict_sandbox
            || service_day::date(registered_at) >= STRICT_FOR_ACCOUNTS_FROM
            || service_day::date(now) >= STRICT_FOR_ALL_FROM;
        match tier {
            Tier::Live => Environment::Production,
            Tier::Test if strict => Environment::StrictSandbox,
            Tier::Test => Environment::LenientSandbox,
        }
    }

    /// The network it sends to.
    #[must_use]
    pub const fn network(self) -> Network {
        match self {
            Environment::Production => Network::Live,
            Environment::LenientSandbox | Environment::StrictSandbox => Network::Test,
        }
    }

    /// The rules of the environment.
    #[must_use]
    pub const fn column(self) -> Column {
        let slovak_scheme = self.network().slovak_scheme();
        match self {
            Environment::LenientSandbox => Column {
                registration: RegistrationAtCreation::Automatic,
                token: TokenRule::Optional,
                send_without_account: SendWithoutAccount::Passes,
                slovak_scheme,
            },
            Environment::Production => Column {
                registration: RegistrationAtCreation::Never,
                token: TokenRule::Verified,
                send_without_account: SendWithoutAccount::Rejected,
                slovak_scheme,
            },
            Environment::StrictSandbox => Column {
                registration: RegistrationAtCreation::CallEnroll,
                token: TokenRule::AnyHex,
                send_without_account: SendWithoutAccount::RejectedWithHint,
                slovak_scheme,
            },
        }
    }
}

/// An entry of the top-level `warnings` array, about leniency that will end.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Warning {
    /// The code of the leniency that the request used.
    pub code: &'static str,
    /// What the caller has to do instead.
    pub message: &'static str,
}

/// An enrollment without a token.
pub(crate) const TOKEN_MISSING: Warning = Warning {
    code: "SANDBOX_TOKEN_MISSING",
    message: "enrolled without verificationTokenHex; from 2026-11-01 the sandbox requires it, as production does (any hex will do)",
};

/// The automatic registration of a new organization.
pub const AUTO_ENROLL: Warning = Warning {
    code: "SANDBOX_AUTO_ENROLL",
    message: "the organization was registered on the test network at creation; from 2026-11-01 call POST /v1/agent/peppol/enroll, as in production",
};

/// Value of the header `Deprecation` on answers with such a warning: 2026-10-02 00:00 UTC.
pub const DEPRECATION: &str = "@1790899200";

/// Value of the header `Sunset`: 2026-11-01 00:00 in Bratislava.
pub const SUNSET: &str = "Sat, 31 Oct 2026 23:00:00 GMT";

/// Value of the header `Link`, pointing to the documentation.
#[must_use]
pub fn deprecation_link(docs_url: &str) -> String {
    format!("<{}/docs/sandbox>; rel=\"deprecation\"", docs_url.trim_end_matches('/'))
}

#[cfg(test)]
mod tests {
    use super::*;
    use time::macros::datetime;

    #[test]
    fn the_column_is_chosen_by_registration_option_and_clock() {
        use Environment::{LenientSandbox, Production, StrictSandbox};
        let old = datetime!(2026-10-01 21:59:59 UTC);
        let new = datetime!(2026-10-01 22:00 UTC); // midnight in Bratislava
        let before = datetime!(2026-10-31 22:59:59 UTC);
        let after = datetime!(2026-10-31 23:00 UTC);
        for (tier, registered, option, now, environment) in [
            (Tier::Test, old, false, before, LenientSandbox),
            (Tier::Test, old, true, before, StrictSandbox),
            (Tier::Test, new, false, before, StrictSandbox),
            (Tier::Test, old, false, after, StrictSandbox),
            (Tier::Live, old, false, before, Production),
            (Tier::Live, new, true, after, Production),
        ] {
            assert_eq!(Environment::of(tier, registered, option, now), environment, "{now}");
        }
    }

    #[test]
    fn peppol_ids_follow_the_network() {
        for (environment, scheme) in [
            (Environment::LenientSandbox, "9915"),
            (Environment::Production, "0245"),
            (Environment::StrictSandbox, "9915"),
        ] {
            assert_eq!(environment.column().slovak_scheme, scheme);
        }
    }

    #[test]
    fn the_headers_name_the_days_of_the_specification() {
        let deprecated = OffsetDateTime::from_unix_timestamp(1_790_899_200).expect("in range");
        assert_eq!(deprecated.date(), STRICT_FOR_ACCOUNTS_FROM);
        assert_eq!(service_day::date(datetime!(2026-10-31 23:00 UTC)), STRICT_FOR_ALL_FROM);
        let link = "<https://x.example/docs/sandbox>; rel=\"deprecation\"";
        assert_eq!(deprecation_link("https://x.example/"), link);
    }
}
