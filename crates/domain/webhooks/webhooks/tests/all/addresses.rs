//! Where deliveries may go.

use proptest::prelude::*;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};
use webhooks::endpoints::AddressError::*;
use webhooks::endpoints::{AddressError, AddressPolicy, check_address, check_resolved};

fn ip(text: &str) -> IpAddr {
    text.parse().expect(text)
}

#[test]
fn unfit_addresses_and_their_borders() {
    for (text, reason) in [
        ("0.0.0.0", Unspecified),
        ("0.255.255.255", Unspecified),
        ("10.0.0.0", Private),
        ("10.255.255.255", Private),
        ("100.64.0.0", Shared),
        ("100.127.255.255", Shared),
        ("100.100.100.200", Metadata),
        ("127.0.0.1", Loopback),
        ("127.255.255.255", Loopback),
        ("168.63.129.16", Metadata),
        ("169.254.0.1", LinkLocal),
        ("169.254.169.254", Metadata),
        ("169.254.170.2", Metadata),
        ("172.16.0.0", Private),
        ("172.31.255.255", Private),
        ("192.0.0.8", Reserved),
        ("192.0.0.192", Metadata),
        ("192.0.2.1", Documentation),
        ("192.88.99.1", Reserved),
        ("192.168.0.1", Private),
        ("198.18.0.1", Documentation),
        ("198.19.255.255", Documentation),
        ("198.51.100.7", Documentation),
        ("203.0.113.7", Documentation),
        ("224.0.0.1", Multicast),
        ("239.255.255.255", Multicast),
        ("240.0.0.1", Reserved),
        ("255.255.255.255", Multicast),
        ("::", Unspecified),
        ("::1", Loopback),
        ("::2", EmbeddedIpv4),
        ("::127.0.0.1", EmbeddedIpv4),
        ("::ffff:127.0.0.1", EmbeddedIpv4),
        ("::ffff:8.8.8.8", EmbeddedIpv4),
        ("::ffff:0:10.0.0.1", EmbeddedIpv4),
        ("64:ff9b::10.0.0.1", EmbeddedIpv4),
        ("64:ff9b:1::1", EmbeddedIpv4),
        ("100::1", Reserved),
        ("2001::1", EmbeddedIpv4),
        ("2001:2::1", Documentation),
        ("2001:20::1", Reserved),
        ("2001:db8::1", Documentation),
        ("2002:a00:1::", EmbeddedIpv4),
        ("3fff::1", Documentation),
        ("4000::1", Reserved),
        ("5f00::1", Reserved),
        ("fc00::1", Private),
        ("fd12:3456::1", Private),
        ("fd00:ec2::254", Metadata),
        ("fd20:ce::254", Metadata),
        ("fe80::1", LinkLocal),
        ("febf::1", LinkLocal),
        ("fec0::1", Private),
        ("ff02::1", Multicast),
    ] {
        assert_eq!(check_address(ip(text), AddressPolicy::Public), Err(reason), "{text}");
        let in_tests = if reason == Loopback { Ok(()) } else { Err(reason) };
        assert_eq!(check_address(ip(text), AddressPolicy::AndLoopback), in_tests, "{text}");
        assert!(!reason.to_string().contains(text), "the owner does not learn what is inside");
    }
}

#[test]
fn addresses_of_the_internet_pass() {
    for text in [
        "1.1.1.1",
        "8.8.8.8",
        "9.255.255.255",
        "11.0.0.0",
        "100.63.255.255",
        "100.128.0.0",
        "126.255.255.255",
        "128.0.0.0",
        "169.253.255.255",
        "169.255.0.0",
        "172.15.255.255",
        "172.32.0.0",
        "192.0.1.0",
        "192.167.255.255",
        "192.169.0.0",
        "198.17.255.255",
        "198.20.0.0",
        "223.255.255.255",
        "2001:200::1",
        "2606:4700:4700::1111",
        "2a00:1450:4001::200e",
        "3ffe::1",
    ] {
        assert_eq!(check_address(ip(text), AddressPolicy::Public), Ok(()), "{text}");
    }
}

#[test]
fn one_unfit_address_spoils_a_name() {
    let fit = [ip("1.1.1.1"), ip("2606:4700::1")];
    assert_eq!(check_resolved(&fit, AddressPolicy::Public), Ok(()));
    assert_eq!(check_resolved(&[], AddressPolicy::Public), Err(AddressError::None));
    let mixed = [fit[0], ip("10.0.0.1"), fit[1]];
    assert_eq!(check_resolved(&mixed, AddressPolicy::Public), Err(Private));
}

proptest! {
    #[test]
    fn nothing_that_std_knows_as_special_passes(bits in any::<u32>(), first in any::<u8>()) {
        for address in [Ipv4Addr::from(bits), Ipv4Addr::from(bits & 0x00ff_ffff | u32::from(first) << 24)] {
            let special = address.is_private() || address.is_loopback() || address.is_link_local()
                || address.is_multicast() || address.is_broadcast() || address.is_documentation()
                || address.is_unspecified() || address.octets()[0] >= 240 || address.octets()[0] == 0;
            let fit = check_address(address.into(), AddressPolicy::Public).is_ok();
            prop_assert!(!(fit && special), "{address}");
            for inside in [address.to_ipv6_mapped(), address.to_ipv6_compatible()] {
                prop_assert!(check_address(inside.into(), AddressPolicy::Public).is_err(), "{inside}");
            }
        }
    }

    #[test]
    fn only_global_unicast_passes(bits in any::<u128>(), prefix in any::<u16>()) {
        for address in [Ipv6Addr::from(bits), Ipv6Addr::from(bits >> 16 | u128::from(prefix) << 112)] {
            if check_address(address.into(), AddressPolicy::Public).is_ok() {
                prop_assert_eq!(address.segments()[0] & 0xe000, 0x2000, "{}", address);
                prop_assert!(address.to_ipv4().is_none());
            }
        }
    }
}
