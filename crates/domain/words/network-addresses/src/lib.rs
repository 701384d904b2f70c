//! Which addresses of the internet may be called when others choose the address: an endpoint's owner, an SMP, a
//! record of the DNS. Without this, our own network could be reached through us.
#![warn(missing_docs)]
#![deny(clippy::disallowed_methods)]

mod host;

pub use host::{is_host_name, names_host};

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

/// Why an address is not called.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error, refusals::Refusal)]
#[refusal("network_address")]
pub enum AddressError {
    /// 0.0.0.0/8, ::
    #[error("the address is unspecified, it names no machine")]
    Unspecified,
    /// 127.0.0.0/8, ::1
    #[error("the address is loopback: it is the sender itself")]
    Loopback,
    /// 10/8, 172.16/12, 192.168/16, fc00::/7, fec0::/10
    #[error("the address is private, not reachable on the internet")]
    Private,
    /// 100.64.0.0/10
    #[error("the address is of a provider's shared space (CGNAT), not reachable on the internet")]
    Shared,
    /// 169.254/16, fe80::/10
    #[error("the address is link-local, not reachable on the internet")]
    LinkLocal,
    /// Where clouds answer with a machine's credentials.
    #[error("the address is of a cloud's metadata service")]
    Metadata,
    /// 224/4, ff00::/8, 255.255.255.255
    #[error("the address is multicast or broadcast")]
    Multicast,
    /// 192.0.2/24 and its like.
    #[error("the address is reserved for documentation or benchmarks")]
    Documentation,
    /// An IPv4 address in IPv6 form: mapped, compatible, translated, NAT64, 6to4, Teredo.
    #[error("the address carries an IPv4 address inside IPv6; use the IPv4 address itself")]
    EmbeddedIpv4,
    /// All other special-purpose space.
    #[error("the address is reserved, not reachable on the internet")]
    Reserved,
    /// A name without any address.
    #[error("the name has no address")]
    None,
}

impl AddressError {
    /// Every reason.
    pub const ALL: [AddressError; 11] = [
        Unspecified,
        Loopback,
        Private,
        Shared,
        LinkLocal,
        Metadata,
        Multicast,
        Documentation,
        EmbeddedIpv4,
        Reserved,
        AddressError::None,
    ];

    /// A stable word for records and metrics.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Unspecified => "address_unspecified",
            Loopback => "address_loopback",
            Private => "address_private",
            Shared => "address_shared",
            LinkLocal => "address_link_local",
            Metadata => "address_metadata",
            Multicast => "address_multicast",
            Documentation => "address_documentation",
            EmbeddedIpv4 => "address_embedded_ipv4",
            Reserved => "address_reserved",
            AddressError::None => "address_none",
        }
    }
}

/// Which addresses may be called.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum AddressPolicy {
    /// Those of the public internet, over TLS.
    #[default]
    Public,
    /// Also the machine itself, there also over plain http and at any port. For development and tests
    /// (`BILLHOOK_WEBHOOK_ALLOW_LOOPBACK=true`).
    AndLoopback,
}

use AddressError::{
    Documentation, EmbeddedIpv4, LinkLocal, Loopback, Metadata, Multicast, Private, Reserved,
    Shared, Unspecified,
};

/// IANA's IPv4 special-purpose registry and the clouds' own addresses; the first match counts.
const V4: &[([u8; 4], u32, AddressError)] = &[
    ([169, 254, 169, 254], 32, Metadata), // AWS, Azure, Google, OpenStack, …
    ([169, 254, 170, 2], 32, Metadata),   // AWS ECS
    ([168, 63, 129, 16], 32, Metadata),   // Azure's platform, in public space
    ([100, 100, 100, 200], 32, Metadata), // Alibaba
    ([192, 0, 0, 192], 32, Metadata),     // Oracle
    ([0, 0, 0, 0], 8, Unspecified),
    ([10, 0, 0, 0], 8, Private),
    ([100, 64, 0, 0], 10, Shared),
    ([127, 0, 0, 0], 8, Loopback),
    ([169, 254, 0, 0], 16, LinkLocal),
    ([172, 16, 0, 0], 12, Private),
    ([192, 0, 0, 0], 24, Reserved), // IETF protocol assignments
    ([192, 0, 2, 0], 24, Documentation),
    ([192, 31, 196, 0], 24, Reserved), // AS112
    ([192, 52, 193, 0], 24, Reserved), // AMT
    ([192, 88, 99, 0], 24, Reserved),  // 6to4 relays
    ([192, 168, 0, 0], 16, Private),
    ([192, 175, 48, 0], 24, Reserved),    // AS112
    ([198, 18, 0, 0], 15, Documentation), // benchmarks
    ([198, 51, 100, 0], 24, Documentation),
    ([203, 0, 113, 0], 24, Documentation),
    ([224, 0, 0, 0], 4, Multicast),
    ([255, 255, 255, 255], 32, Multicast),
    ([240, 0, 0, 0], 4, Reserved),
];

/// IANA's IPv6 special-purpose registry; the first match counts. Outside 2000::/3 nothing is
/// assigned to machines of the internet.
const V6: &[([u16; 8], u32, AddressError)] = &[
    ([0xfd00, 0xec2, 0, 0, 0, 0, 0, 0x254], 128, Metadata), // AWS
    ([0xfd20, 0xce, 0, 0, 0, 0, 0, 0x254], 128, Metadata),  // Google
    ([0, 0, 0, 0, 0, 0, 0, 0], 128, Unspecified),
    ([0, 0, 0, 0, 0, 0, 0, 1], 128, Loopback),
    ([0, 0, 0, 0, 0, 0, 0, 0], 96, EmbeddedIpv4), // compatible
    ([0, 0, 0, 0, 0, 0xffff, 0, 0], 96, EmbeddedIpv4), // mapped
    ([0, 0, 0, 0, 0xffff, 0, 0, 0], 96, EmbeddedIpv4), // translated (SIIT)
    ([0x64, 0xff9b, 0, 0, 0, 0, 0, 0], 96, EmbeddedIpv4), // NAT64
    ([0x64, 0xff9b, 1, 0, 0, 0, 0, 0], 48, EmbeddedIpv4), // local NAT64
    ([0x2001, 0, 0, 0, 0, 0, 0, 0], 32, EmbeddedIpv4), // Teredo
    ([0x2001, 0xdb8, 0, 0, 0, 0, 0, 0], 32, Documentation),
    ([0x2001, 2, 0, 0, 0, 0, 0, 0], 48, Documentation), // benchmarks
    ([0x2001, 0, 0, 0, 0, 0, 0, 0], 23, Reserved),      // IETF protocol assignments
    ([0x2002, 0, 0, 0, 0, 0, 0, 0], 16, EmbeddedIpv4),  // 6to4
    ([0x2620, 0x4f, 0x8000, 0, 0, 0, 0, 0], 48, Reserved), // AS112
    ([0x3fff, 0, 0, 0, 0, 0, 0, 0], 20, Documentation),
    ([0xfc00, 0, 0, 0, 0, 0, 0, 0], 7, Private),
    ([0xfe80, 0, 0, 0, 0, 0, 0, 0], 10, LinkLocal),
    ([0xfec0, 0, 0, 0, 0, 0, 0, 0], 10, Private), // site-local, of old
    ([0xff00, 0, 0, 0, 0, 0, 0, 0], 8, Multicast),
];

fn v4(address: Ipv4Addr) -> Option<AddressError> {
    let bits = address.to_bits();
    let inside =
        |network: [u8; 4], length: u32| (bits ^ u32::from_be_bytes(network)) >> (32 - length) == 0;
    V4.iter().find(|row| inside(row.0, row.1)).map(|row| row.2)
}

fn v6(address: Ipv6Addr) -> Option<AddressError> {
    let bits = address.to_bits();
    let inside = |network: [u16; 8], length: u32| {
        (bits ^ Ipv6Addr::from(network).to_bits()) >> (128 - length) == 0
    };
    let special = V6.iter().find(|row| inside(row.0, row.1)).map(|row| row.2);
    special.or_else(|| (!inside([0x2000, 0, 0, 0, 0, 0, 0, 0], 3)).then_some(Reserved))
}

/// Whether an address may be called.
///
/// # Errors
/// [`AddressError`] says what the address is.
pub fn check_address(address: IpAddr, reach: AddressPolicy) -> Result<(), AddressError> {
    let fault = match address {
        IpAddr::V4(address) => v4(address),
        IpAddr::V6(address) => v6(address),
    };
    match fault {
        None => Ok(()),
        Some(Loopback) if reach == AddressPolicy::AndLoopback => Ok(()),
        Some(fault) => Err(fault),
    }
}

/// Whether a name that was resolved to these addresses may be called: all must be fit.
///
/// The connection must then be made to one of the very addresses given here. Resolving again
/// would let the name change in between (DNS rebinding).
///
/// # Errors
/// [`AddressError::None`] without addresses, else what the first unfit one is.
pub fn check_resolved(addresses: &[IpAddr], reach: AddressPolicy) -> Result<(), AddressError> {
    if addresses.is_empty() {
        return Err(AddressError::None);
    }
    addresses.iter().try_for_each(|&address| check_address(address, reach))
}

refusals::list![AddressError];
