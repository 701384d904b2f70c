use super::*;

#[test]
fn an_address_is_https_or_of_a_native_application() {
    use RedirectUriError::{
        Credentials, Fragment, Host, Malformed, NoPath, NotHttps, NotNormal, Reserved, Scheme,
    };
    for (text, expected) in [
        ("https://app.example/cb", Ok(())),
        ("https://app.example/cb?tenant=1", Ok(())),
        ("http://localhost:3000/cb", Ok(())),
        ("http://127.0.0.1/cb", Ok(())),
        ("http://[::1]:9/cb", Ok(())),
        ("com.example.app:/cb", Ok(())),
        ("com.example.app://cb", Ok(())),
        ("com.example.app:///cb", Ok(())),
        ("com.example.app://oauth_callback/x", Ok(())),
        ("com.example-1.app:/cb", Ok(())),
        ("https://203.0.113.7/cb", Ok(())),
        ("https://[2001:db8::7]/cb", Ok(())),
        ("https://app_1.example/cb", Ok(())),
        ("https://app.example/a;b,c=d/(e)/~f/*!'$&+@:", Ok(())),
        ("https://app..example/cb", Err(Host)),
        ("https://.app.example/cb", Err(Host)),
        ("https://app.example./cb", Err(Host)),
        ("https://-app.example/cb", Err(Host)),
        ("https://app-.example/cb", Err(Host)),
        ("https://*.example/cb", Err(Host)),
        ("https://app*.example/cb", Err(Host)),
        ("https://app.example;x/cb", Err(Host)),
        ("https://app.example,evil.example/cb", Err(Host)),
        ("https://app!.example/cb", Err(Host)),
        ("https://app.example'/cb", Err(Host)),
        ("com.example.app://a..b/cb", Err(Host)),
        ("com.example.app://*/cb", Err(Host)),
        ("https://app.example/a|b", Err(Malformed)),
        ("https://app.example/cb?a|b", Err(Malformed)),
        ("https://app.example/a^b", Err(Malformed)),
        ("https://app.example/{a}", Err(Malformed)),
        ("https://app.example/a`b", Err(Malformed)),
        ("https://app.example/a[b]", Err(Malformed)),
        ("https://app.example/cb?a[]=b", Err(Malformed)),
        ("https://app.example/%", Err(Malformed)),
        ("https://app.example/%2", Err(Malformed)),
        ("https://app.example/%zz", Err(Malformed)),
        ("https://app.example/cb?a=%2x", Err(Malformed)),
        ("com.example.app:/a|b", Err(Malformed)),
        ("http://127.0.0.2/cb", Err(NotHttps)),
        ("http://127.255.255.254:9/cb", Err(NotHttps)),
        ("http://[::ffff:7f00:1]/cb", Err(NotHttps)),
        ("http://0.0.0.0/cb", Err(NotHttps)),
        ("com..app:/cb", Err(Scheme)),
        ("com.example.:/cb", Err(Scheme)),
        ("com.-example:/cb", Err(Scheme)),
        ("com.example-:/cb", Err(Scheme)),
        ("com.exa+mple:/cb", Err(Scheme)),
        ("https://app.example", Ok(())),
        ("https://app.example?tenant=1", Ok(())),
        ("https://app.example:8443/cb/%20?a=%2F", Ok(())),
        ("https://xn--bcher-kva.example/cb", Ok(())),
        ("https:///cb", Err(NotNormal)),
        ("https:////cb", Err(NotNormal)),
        ("https:/cb", Err(NotNormal)),
        ("https:cb", Err(NotNormal)),
        ("https://?cb", Err(Malformed)),
        ("http:///localhost/cb", Err(NotNormal)),
        ("https://@app.example/cb", Err(NotNormal)),
        ("https://app.example:/cb", Err(NotNormal)),
        ("https://app.example:443/cb", Err(NotNormal)),
        ("https://app.example:0/cb", Err(NotNormal)),
        ("https://app.example:65536/cb", Err(Malformed)),
        ("https://app.example:-1/cb", Err(Malformed)),
        ("https://APP.example/cb", Err(NotNormal)),
        ("HTTPS://app.example/cb", Err(NotNormal)),
        ("https://app.example/a/../cb", Err(NotNormal)),
        ("https://app%2Eexample/cb", Err(NotNormal)),
        ("https://0x7f.1/cb", Err(NotNormal)),
        ("http://127.1/cb", Err(NotNormal)),
        ("http://[0:0:0:0:0:0:0:1]/cb", Err(NotNormal)),
        ("https://app.example\\cb", Err(Malformed)),
        (" https://app.example/cb", Err(Malformed)),
        ("http://app.example/cb", Err(NotHttps)),
        ("http://localhost.evil.example/cb", Err(NotHttps)),
        ("http://10.0.0.1/cb", Err(NotHttps)),
        ("https://app.example/cb#x", Err(Fragment)),
        ("https://app.example/cb#", Err(Fragment)),
        ("https://user@app.example/cb", Err(Credentials)),
        ("https://:secret@app.example/cb", Err(Credentials)),
        ("com.example:javascript:", Err(NoPath)),
        ("com.example:javascript:alert(1)", Err(NoPath)),
        ("com.example.app:cb", Err(NoPath)),
        ("com.example.app:", Err(NoPath)),
        ("com.example.app:?a=b", Err(NoPath)),
        ("com.example.app:data:text/html,x", Err(NoPath)),
        ("com.example.app:/cb?code=2", Err(Reserved)),
        ("https://app.example/cb?code=2&iss=", Err(Reserved)),
        ("https://app.example/cb?tenant=1&state", Err(Reserved)),
        ("https://app.example/cb?c%6Fde=2", Err(Reserved)),
        ("https://app.example/cb?CODE=2", Err(Reserved)),
        ("https://app.example/cb?+code=2", Err(Reserved)),
        ("http://127.0.0.1/cb?error=x", Err(Reserved)),
        ("https://app.example/cb?error_uri=x&a=b", Err(Reserved)),
        ("https://app.example?id_token=x", Err(Reserved)),
        ("https://app.example/cb?codes=2&postcode=1&statement=3", Ok(())),
        ("https://app.example/code/state?q=code", Ok(())),
        ("javascript:alert(1)", Err(Scheme)),
        ("data:text/html,x", Err(Scheme)),
        ("file:///etc/passwd", Err(Scheme)),
        ("myapp:/cb", Err(Scheme)),
        ("/cb", Err(Malformed)),
        ("", Err(Malformed)),
        ("https://app.example/a b", Err(Malformed)),
        ("https://app.example\\@evil.example", Err(Malformed)),
        ("java\tscript:x", Err(Malformed)),
        ("https://app.example/č", Err(Malformed)),
    ] {
        assert_eq!(RedirectUri::parse(text).map(drop), expected, "{text}");
    }
    let long = format!("https://app.example/{}", "a".repeat(MAX_REDIRECT_URI));
    assert_eq!(RedirectUri::parse(&long), Err(Malformed));
}

#[test]
fn addresses_are_compared_as_texts() {
    for (registered, asked, allowed) in [
        ("https://app.example/cb", "https://app.example/cb", true),
        ("https://app.example/cb", "https://app.example/cb/", false),
        ("https://app.example/cb", "https://APP.example/cb", false),
        ("https://app.example/cb", "https://app.example:443/cb", false),
        ("https://app.example/cb", "https://app.example/cb?x=1", false),
        ("https://app.example/cb", "https://app.example/cb/../other", false),
        ("https://localhost/cb", "https://localhost:8443/cb", false),
        ("http://127.0.0.1/cb", "http://127.0.0.1:51004/cb", true),
        ("http://localhost:1/cb", "http://localhost:2/cb", true),
        ("http://localhost:1/cb", "http://127.0.0.1:1/cb", false),
        ("http://[::1]/cb", "http://[::1]:7/cb", true),
        ("http://localhost/cb", "http://localhost:2/other", false),
        ("http://localhost/cb", "http://localhost:2/cb/../cb", false),
        ("http://localhost/cb", "http://localhost:2/%63b", false),
        ("http://localhost/cb", "http://LOCALHOST:2/cb", false),
        ("http://127.0.0.1/cb", "http://127.1:2/cb", false),
        ("http://localhost/cb?a:b", "http://localhost:2/cb?a:b", true),
        ("http://localhost?a:b", "http://localhost:2?a:c", false),
        ("http://localhost", "http://localhost:2", true),
        ("http://localhost", "http://localhost:2/", false),
        ("com.example.app:/cb", "com.example.app:/other", false),
    ] {
        let registered = RedirectUri::parse(registered).expect("well formed");
        let asked = RedirectUri::parse(asked);
        let is_allowed = asked.as_ref().is_ok_and(|asked| registered.allows(asked));
        assert_eq!(is_allowed, allowed, "{registered} {asked:?}");
    }
}

#[test]
fn answers_go_into_the_query() {
    for (uri, expected) in [
        ("https://a.example/cb", "https://a.example/cb?code=x%26y&state=a+b"),
        ("https://a.example/cb?t=1", "https://a.example/cb?t=1&code=x%26y&state=a+b"),
        ("https://a.example/cb?", "https://a.example/cb?code=x%26y&state=a+b"),
        ("com.example.app:/cb", "com.example.app:/cb?code=x%26y&state=a+b"),
    ] {
        let uri = RedirectUri::parse(uri).expect("well formed");
        assert_eq!(uri.with(&[("code", "x&y"), ("state", "a b")]), expected);
    }
}

#[test]
fn a_person_sees_the_host() {
    for (uri, host, loopback) in [
        ("https://app.example/cb", "app.example", false),
        ("https://app.example:8443/cb", "app.example:8443", false),
        ("http://localhost:3000/cb", "localhost:3000", true),
        ("com.example.app:/cb", "com.example.app:", false),
    ] {
        let uri = RedirectUri::parse(uri).expect("well formed");
        assert_eq!((&*uri.shown_host(), uri.is_loopback()), (host, loopback));
    }
}
