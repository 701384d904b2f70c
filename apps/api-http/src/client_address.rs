//! Where a request comes from.

use actix_web::HttpRequest;
use runtime::strangers::ANYBODY;
use std::net::{IpAddr, Ipv6Addr};

/// Network part of an IPv6 address: whoever has one has all of its 64 bits of hosts.
const IPV6_NETWORK: u128 = !(u64::MAX as u128);

/// Where a request comes from: its peer; behind a proxy what the proxy says in `header`, of a list the
/// last, which the proxy itself has seen. An IPv6 address stands for its network.
#[must_use]
pub fn client_address(request: &HttpRequest, header: Option<&str>) -> IpAddr {
    let said = header.and_then(|name| request.headers().get_all(name).last());
    let said = said.and_then(|value| value.to_str().ok()?.rsplit(',').next()?.trim().parse().ok());
    let peer = || request.peer_addr().map_or(ANYBODY, |peer| peer.ip());
    match said.unwrap_or_else(peer).to_canonical() {
        IpAddr::V6(address) => Ipv6Addr::from_bits(address.to_bits() & IPV6_NETWORK).into(),
        address => address,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use actix_web::test::TestRequest;

    #[test]
    fn an_address_is_the_peers_or_what_the_proxy_has_seen() {
        let peer = "192.0.2.1:5000".parse().expect("an address");
        let from = |value: &str, header: Option<&str>| {
            let request = TestRequest::default().peer_addr(peer);
            let request = request.insert_header(("X-Forwarded-For", value.to_owned()));
            client_address(&request.to_http_request(), header).to_string()
        };
        let header = Some("X-Forwarded-For");
        for (value, header, expected) in [
            ("203.0.113.9", None, "192.0.2.1"),
            ("203.0.113.9", header, "203.0.113.9"),
            ("10.0.0.1, 203.0.113.9", header, "203.0.113.9"),
            ("2001:db8:1:2:3:4:5:6", header, "2001:db8:1:2::"),
            ("::ffff:203.0.113.9", header, "203.0.113.9"),
            ("unknown", header, "192.0.2.1"),
        ] {
            assert_eq!(from(value, header), expected, "{value}");
        }
    }
}
