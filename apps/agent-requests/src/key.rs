use super::{
    field::{Field, Request, request},
    json::{Found, Value},
    names::{ScopeName, TierName},
};
use access::{KEY_OVERLAP, KeyRequest, Scope, Scopes};
use time::{Duration, OffsetDateTime};

request! {
    /// A key to make. What is left out it has from the key that asks.
    #[schema(example = json!({"name": "ERP", "scopes": ["invoice:read", "invoice:create"]}))]
    pub struct KeyCreate for KeyRequest {
        /// What it is for
        #[schema(min_length = 1, max_length = 100, example = "ERP")]
        name?: String,
        /// Not above that of the key that asks
        tier?: TierName,
        /// Of those that the key that asks has
        #[schema(min_items = 1, example = json!(["invoice:read", "invoice:create"]))]
        scopes?: Vec<ScopeName> => ScopeNames,
        /// When it ends by itself; not after the key that asks
        #[schema(format = DateTime, example = "2099-06-30T22:00:00Z")]
        expires_at?: String => OffsetDateTime,
    }
}

/// A name may stand there twice.
enum ScopeNames {}

impl Field for ScopeNames {
    type Value = Scopes;

    fn read(value: &Value<'_>, found: &mut Found) -> Option<Scopes> {
        let names = value.array(found)?;
        let scopes: Option<Vec<Scope>> =
            names.iter().map(|name| ScopeName::read(name, found)).collect();
        scopes.map(|scopes| Scopes::of(&scopes))
    }
}

request! {
    /// How a key is rotated.
    #[schema(example = json!({"overlap_hours": 24}))]
    pub struct KeyRotate {
        /// Hours for which the old key goes on beside the new one
        #[schema(minimum = 0, maximum = 168, default = 24)]
        overlap_hours?: i64,
    }
}

impl Request for KeyRotate {
    type Value = Overlap;

    fn check(self, _: &Value<'_>, _: &mut Found) -> Option<Overlap> {
        let hours = self.overlap_hours.map(|hours| Duration::seconds(hours.saturating_mul(3600)));
        Some(hours.map_or_else(Overlap::default, Overlap))
    }
}

/// How long a rotated key goes on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Overlap(pub Duration);

impl Default for Overlap {
    fn default() -> Self {
        Self(KEY_OVERLAP)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{read, read_optional};
    use access::Tier;

    #[test]
    fn all_that_is_wrong_with_a_key_is_said() {
        let text = r#"{"name":7,"tier":"prod","scopes":["invoice:read","x",1],"expires_at":"soon",
            "owner":"me"}"#;
        let found = read::<KeyCreate>(text.as_bytes()).expect_err("wrong");
        let fields: Vec<_> = found.as_slice().iter().map(|v| v.field.as_str()).collect();
        assert_eq!(fields, ["name", "tier", "scopes[1]", "expires_at", "owner"]);
        let text =
            r#"{"tier":"live","scopes":["invoice:read"],"expires_at":"2027-01-01T00:00:00Z"}"#;
        let request = read::<KeyCreate>(text.as_bytes()).expect("right");
        assert_eq!(request.tier, Some(Tier::Live));
        assert_eq!(request.scopes, Some(Scopes::of(&[Scope::InvoiceRead])));
        assert!(request.expires_at.is_some());
    }

    #[test]
    fn an_overlap_is_a_day_unless_said_otherwise() {
        let overlap = |text: &str| read_optional::<KeyRotate>(text.as_bytes()).expect("right").0;
        assert_eq!(overlap(""), KEY_OVERLAP);
        assert_eq!(overlap("{}"), KEY_OVERLAP);
        assert_eq!(overlap(r#"{"overlap_hours":2}"#), Duration::hours(2));
    }
}
