//! The client address of a request.

use actix_web::HttpRequest;
use runtime::{
    address_limit::UNKNOWN_ADDRESS,
    config::{ClientAddresses, Config},
};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};

/// Network part of an IPv6 address: one client usually has all 64 bits of the host part.
const IPV6_NETWORK: u128 = !(u64::MAX as u128);

/// Number of buckets for callers of unknown address, so that one of them does not use up the limit of all.
const UNKNOWN: u32 = 16;

/// The client address of a request, as this installation is configured to determine it.
#[must_use]
pub fn client_address_of(request: &HttpRequest, config: &Config) -> IpAddr {
    client_address(request, config.client_addresses())
}

/// The peer's address. Behind a proxy, the last address in the proxy's header, which the proxy itself has seen. An IPv6
/// address is reduced to its network. When a configured proxy sends no header and its own address is private, the
/// client is unknown: see [`UNKNOWN`].
fn client_address(request: &HttpRequest, addresses: ClientAddresses<'_>) -> IpAddr {
    let said = addresses.header.and_then(|name| request.headers().get_all(name).last());
    let said: Option<IpAddr> =
        said.and_then(|value| value.to_str().ok()?.rsplit(',').next()?.trim().parse().ok());
    match (said, request.peer_addr()) {
        (Some(said), _) => network_of(said),
        (None, Some(peer)) if addresses.behind_proxy && is_inside(peer.ip()) => unknown(peer),
        (None, Some(peer)) => network_of(peer.ip()),
        (None, None) => UNKNOWN_ADDRESS,
    }
}

fn network_of(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) => Ipv6Addr::from_bits(address.to_bits() & IPV6_NETWORK).into(),
        address => address,
    }
}

/// Whether the address is a loopback address or belongs to a private network.
fn is_inside(address: IpAddr) -> bool {
    match address.to_canonical() {
        IpAddr::V4(address) => {
            address.is_loopback() || address.is_private() || address.is_link_local()
        }
        IpAddr::V6(address) => {
            address.is_loopback() || address.is_unique_local() || address.is_unicast_link_local()
        }
    }
}

/// The bucket of an unknown client, by the proxy's connection, which carries requests of several clients.
fn unknown(peer: SocketAddr) -> IpAddr {
    Ipv4Addr::from_bits(1 + u32::from(peer.port()) % UNKNOWN).into()
}

#[cfg(test)]
mod tests {
    use super::*;
    use actix_web::test::TestRequest;

    fn from(peer: &str, value: &str, header: Option<&str>, behind_proxy: bool) -> String {
        let peer = peer.parse().expect("an address");
        let request = TestRequest::default().peer_addr(peer);
        let request = request.insert_header(("X-Forwarded-For", value.to_owned()));
        let addresses = ClientAddresses { header, behind_proxy };
        client_address(&request.to_http_request(), addresses).to_string()
    }

    #[test]
    fn an_address_is_the_peers_or_what_the_proxy_has_seen() {
        let header = Some("X-Forwarded-For");
        for (value, header, expected) in [
            ("203.0.113.9", None, "192.0.2.1"),
            ("203.0.113.9", header, "203.0.113.9"),
            ("10.0.0.1, 203.0.113.9", header, "203.0.113.9"),
            ("203.0.113.9, 10.0.0.1", header, "10.0.0.1"),
            ("2001:db8:1:2:3:4:5:6", header, "2001:db8:1:2::"),
            ("::ffff:203.0.113.9", header, "203.0.113.9"),
            ("unknown", header, "192.0.2.1"),
        ] {
            assert_eq!(from("192.0.2.1:5000", value, header, true), expected, "{value}");
        }
    }

    #[test]
    fn a_proxy_that_says_nothing_is_no_client() {
        for peer in ["127.0.0.1:5000", "10.1.2.3:5000", "[fd00::1]:5000", "[::1]:5000"] {
            assert_eq!(from(peer, "-", None, true), "0.0.0.9", "{peer}");
            assert_eq!(from(peer, "-", Some("X-Forwarded-For"), true), "0.0.0.9", "{peer}");
            assert_ne!(from(peer, "-", None, false), "0.0.0.9", "{peer} on this machine");
        }
        let counted: std::collections::HashSet<_> =
            (1000..1100).map(|port| from(&format!("10.0.0.1:{port}"), "-", None, true)).collect();
        assert_eq!(counted.len(), UNKNOWN as usize);
    }
}
