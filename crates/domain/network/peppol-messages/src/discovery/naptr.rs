//! The U-NAPTR record that names a participant's SMP (RFC 4848; CNAME to NAPTR Migration Process 1.0.0).

use url::Url;

const SERVICE: &str = "Meta:SMP";

/// A NAPTR record, as a resolver returns it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Naptr {
    /// Lower is looked at first.
    pub order: u16,
    /// Among those of one order, lower is looked at first.
    pub preference: u16,
    /// `U`, without case.
    pub flags: String,
    /// `Meta:SMP`, without case.
    pub service: String,
    /// `!.*!https://…!`
    pub regexp: String,
}

/// The result of a DNS query.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Lookup {
    /// An answer; it may hold no record.
    Records(Vec<Naptr>),
    /// The name does not exist (NXDOMAIN).
    NoSuchName,
    /// The answer did not fit: ask again over TCP.
    Truncated,
    /// Anything else: SERVFAIL, REFUSED, no answer in time, a signature of DNSSEC that does not hold.
    Failed,
}

/// Why a lookup names no SMP.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Unresolved {
    /// The participant is not registered.
    #[error("the participant is not registered: the DNS has no Meta:SMP record for it")]
    NotRegistered,
    /// The record names no address that may be called.
    #[error("the Meta:SMP record does not name an https address")]
    Unusable,
    /// It is not known; ask again later.
    #[error("the DNS gave no answer: whether the participant is registered is not known")]
    Unknown,
    /// Ask again over TCP.
    #[error("the answer of the DNS was cut off")]
    Truncated,
}

/// The base address of a participant's SMP, as the record has it.
///
/// # Errors
/// [`Unresolved`]: a failure of the DNS is never taken for an absent participant.
pub fn publisher(lookup: &Lookup) -> Result<String, Unresolved> {
    let records = match lookup {
        Lookup::Records(records) => records,
        Lookup::NoSuchName => return Err(Unresolved::NotRegistered),
        Lookup::Truncated => return Err(Unresolved::Truncated),
        Lookup::Failed => return Err(Unresolved::Unknown),
    };
    let is_ours = |record: &&Naptr| {
        record.flags.eq_ignore_ascii_case("u") && record.service.eq_ignore_ascii_case(SERVICE)
    };
    let first = records.iter().filter(is_ours).min_by_key(|one| (one.order, one.preference));
    let first = first.ok_or(Unresolved::NotRegistered)?;
    address_in(&first.regexp).ok_or(Unresolved::Unusable)
}

/// `<d>pattern<d>url<d>[i]`. RFC 4848 allows no pattern but that of any name.
fn address_in(regexp: &str) -> Option<String> {
    let delimiter = regexp.chars().next().filter(|c| !c.is_alphanumeric() && *c != '\\')?;
    let mut parts = regexp[delimiter.len_utf8()..].split(delimiter);
    let (pattern, address, flags) = (parts.next()?, parts.next()?, parts.next()?);
    let is_whole = parts.next().is_none() && (flags.is_empty() || flags.eq_ignore_ascii_case("i"));
    let any = matches!(pattern, ".*" | "^.*$" | "^.*" | ".*$" | "(.*)" | "^(.*)$");
    (is_whole && any && is_base_address(address)).then(|| address.to_owned())
}

/// https, with a host, without user, query and fragment. Paths go on behind it, so nothing in it may be what a reader of
/// URLs passes over.
fn is_base_address(text: &str) -> bool {
    if text.chars().any(|c| c.is_control() || c.is_whitespace()) {
        return false;
    }
    let Ok(url) = Url::parse(text) else { return false };
    let plain = url.username().is_empty() && url.password().is_none();
    let bare = url.query().is_none() && url.fragment().is_none() && !text.contains('@');
    url.scheme() == "https" && url.host_str().is_some() && plain && bare && !text.contains('\\')
}
