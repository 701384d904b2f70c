//! What may be the URL of an endpoint.

use proptest::prelude::*;
use webhooks::endpoints::{
    AddressError, AddressPolicy, EndpointUrl, PORTS, UrlError, check_address,
};

fn parse(text: &str) -> Result<EndpointUrl, UrlError> {
    EndpointUrl::parse(text, AddressPolicy::Public)
}

#[test]
fn fit_urls_are_kept_as_written() {
    for (text, host, port) in [
        ("https://example.com", "example.com", 443),
        ("https://example.com/", "example.com", 443),
        ("https://hooks.example.com:8443/a/b?c=d&e=%20", "hooks.example.com", 8443),
        ("HTTPS://Example.COM:443/x", "example.com", 443),
        ("https://a_b.example.co.uk./x", "a_b.example.co.uk.", 443),
        ("https://8.8.8.8/x", "8.8.8.8", 443),
        ("https://[2606:4700::1111]:8443/x", "[2606:4700::1111]", 8443),
        ("https://example.com/x@y:z", "example.com", 443),
        ("https://localhost.example.com/", "localhost.example.com", 443),
    ] {
        let url = parse(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!((url.as_str(), url.host(), url.port()), (text, host, port));
        assert_eq!(url.address().is_some(), text.contains("8.8") || text.contains('['));
    }
}

#[test]
fn unfit_urls_are_refused_with_the_reason() {
    let long_label = format!("https://{}.com/", "a".repeat(64));
    let long_host = format!("https://{}com/", "a.".repeat(126));
    let long = format!("https://example.com/{}", "a".repeat(10_000));
    for (text, error) in [
        ("", UrlError::Empty),
        (" \t", UrlError::Empty),
        (&long, UrlError::TooLong),
        ("example.com", UrlError::NotAUrl),
        ("//example.com", UrlError::NotAUrl),
        ("https:example.com", UrlError::NotAUrl),
        ("https://", UrlError::NotAUrl),
        ("http://example.com/", UrlError::NotHttps),
        ("ftp://example.com/", UrlError::NotHttps),
        ("javascript://example.com/%0a", UrlError::NotHttps),
        ("http://localhost:3000/", UrlError::NotHttps),
        ("https://user@example.com/", UrlError::UserInfo),
        ("https://user:pass@example.com/", UrlError::UserInfo),
        ("https://@example.com/", UrlError::UserInfo),
        ("https://example.com@10.0.0.1/", UrlError::UserInfo),
        ("https://example.com/#x", UrlError::Fragment),
        ("https://example.com/#", UrlError::Fragment),
        ("https://example.com:22/", UrlError::Port),
        ("https://example.com:0/", UrlError::Port),
        ("https://example.com:80/", UrlError::Port),
        ("https://example.com:65536/", UrlError::Port),
        ("https://еxample.com/", UrlError::International),
        ("https://stolárstvo.sk/", UrlError::International),
        ("https://xn--xample-2of.com/", UrlError::International),
        ("https://a.XN--P1AI/", UrlError::International),
        ("https://example。com/", UrlError::International),
        ("https://example.com/č", UrlError::Characters),
        ("https://example.com/a b", UrlError::Characters),
        (" https://example.com/", UrlError::Characters),
        ("https://exa\tmple.com/", UrlError::Characters),
        ("https://example.com\\@10.0.0.1/", UrlError::Characters),
        ("https://example.com/\u{0}", UrlError::Characters),
        ("https://ex%61mple.com/", UrlError::DisguisedHost),
        ("https://0x8.8.8.8/", UrlError::DisguisedHost),
        ("https://134744072/", UrlError::DisguisedHost),
        ("https://010.8.8.8/", UrlError::DisguisedHost),
        ("https://127.1/", UrlError::DisguisedHost),
        ("https://1.2.3.256/", UrlError::DisguisedHost),
        ("https://[2606:4700:0::1111]/", UrlError::DisguisedHost),
        ("https://127.0.0.1/", UrlError::Address(AddressError::Loopback)),
        ("https://10.1.2.3:8443/", UrlError::Address(AddressError::Private)),
        ("https://169.254.169.254/latest", UrlError::Address(AddressError::Metadata)),
        ("https://[::1]/", UrlError::Address(AddressError::Loopback)),
        ("https://[::ffff:a00:1]/", UrlError::Address(AddressError::EmbeddedIpv4)),
        ("https://intranet/", UrlError::HostName),
        ("https://a..com/", UrlError::HostName),
        ("https://-a.com/", UrlError::HostName),
        (&long_label, UrlError::HostName),
        (&long_host, UrlError::HostName),
        ("https://localhost/", UrlError::LocalName),
        ("https://LOCALHOST./", UrlError::LocalName),
        ("https://a.localhost/", UrlError::LocalName),
        ("https://printer.local/", UrlError::LocalName),
        ("https://metadata.google.internal/", UrlError::LocalName),
    ] {
        assert_eq!(parse(text), Err(error), "{text}");
    }
}

#[test]
fn what_was_kept_is_read_back_whatever_the_rules_are_now() {
    for text in ["https://example.com/x", "http://localhost:3000/x", "https://example.com:9/"] {
        assert_eq!(EndpointUrl::stored(text.into()).map(|url| url.to_string()), Ok(text.into()));
    }
    assert_eq!(EndpointUrl::stored("x".into()), Err(UrlError::NotAUrl));
    let url = parse("https://example.com/x");
    assert_eq!(EndpointUrl::stored("https://example.com/x".into()), url);
}

#[test]
fn tests_may_reach_the_machine_itself() {
    for (text, fit) in [
        ("http://localhost:3000/x", true),
        ("http://127.0.0.1:8080/x", true),
        ("http://[::1]:8080/x", true),
        ("https://127.0.0.1:9/x", true),
        ("https://example.com/x", true),
        ("http://example.com/x", false),
        ("http://10.0.0.1/x", false),
        ("https://10.0.0.1/x", false),
        ("https://example.com:9/x", false),
        ("http://localhost.example.com/x", false),
        ("http://127.1:8080/x", false),
        ("http://localhost:0/x", false),
    ] {
        let result = EndpointUrl::parse(text, AddressPolicy::AndLoopback);
        assert_eq!(result.is_ok(), fit, "{text}: {result:?}");
    }
}

proptest! {
    #[test]
    fn no_text_panics(text in "\\PC*") {
        let _ = parse(&text);
        let _ = EndpointUrl::parse(&format!("https://{text}"), AddressPolicy::AndLoopback);
    }

    #[test]
    fn what_passes_is_read_alike(text in "[hH]ttps://[a-zA-Z0-9.%@:_\\[\\]-]{1,24}(/[!-~]{0,12})?") {
        let Ok(url) = parse(&text) else { return Ok(()) };
        let (_, rest) = text.split_once("//").expect("a scheme");
        let written = rest.split(['/', '?']).next().unwrap_or_default().to_ascii_lowercase();
        prop_assert!(written.starts_with(url.host()), "{}: {}", text, url.host());
        let port = written[url.host().len()..].trim_start_matches(':');
        prop_assert!(port.is_empty() || port.parse() == Ok(url.port()), "{}", text);
        prop_assert!(PORTS.contains(&url.port()));
        prop_assert!(url.address().is_none_or(|address| check_address(address, AddressPolicy::Public).is_ok()));
    }
}
