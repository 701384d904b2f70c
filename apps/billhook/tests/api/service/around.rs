//! What is around the API: health, the reference, the OpenAPI document.

use crate::support::*;
use reqwest::Method;
use serde_json::Value;
use std::collections::BTreeSet;

on_both!(
    health_and_reference_are_open,
    every_face_answers_head_and_guesses_no_type,
    people_get_pages_and_programs_json,
    the_caller_s_request_id_is_kept_when_it_is_a_sane_one,
);

async fn health_and_reference_are_open(server: TestServer) {
    let anyone = server.sk().with_key(None).acting_for(None);
    for path in ["/health/live", "/health/ready", "/openapi.json", "/docs", "/docs/sandbox"] {
        assert_eq!(anyone.get(path).await.status, 200, "{path}");
    }
    let openapi = anyone.get("/openapi.json").await.expect(200);
    assert_eq!(openapi["openapi"], "3.1.0");
    assert!(anyone.get("/docs").await.header("content-type").starts_with("text/html"));
    assert!(anyone.get("/docs").await.header("server-timing").is_empty());
    everything_that_the_documentation_links_to_is_there(&anyone).await;
    the_reference_reaches_its_operations_alone(&anyone, &openapi, &server.base_url).await;
    let zipped = http().build().expect("a client");
    let zipped = zipped.get(format!("{}/openapi.json", server.base_url));
    let zipped = zipped.header("Accept-Encoding", "br, gzip").send().await.expect("an answer");
    assert_eq!(zipped.headers()["content-encoding"], "gzip");
    assert!(zipped.bytes().await.expect("a body").starts_with(&[0x1f, 0x8b]));
}

/// HEAD is what GET says, without the body; and no browser guesses what anything is.
async fn every_face_answers_head_and_guesses_no_type(server: TestServer) {
    let sk = server.sk();
    let openapi = sk.get("/openapi.json").await.expect(200);
    let all = openapi["paths"].as_object().expect("paths").iter();
    let of_document = all.filter(|(path, item)| item.get("get").is_some() && !path.contains('{'));
    let mut paths: Vec<String> = of_document.map(|(path, _)| path.clone()).collect();
    assert!(paths.len() > 30, "{paths:?}");
    let others = [
        "/",
        "/docs",
        "/docs/",
        "/docs/guides",
        "/docs/guides/",
        "/docs/guides/sk",
        "/docs/reference",
        "/validate",
        "/docs/guides/en/sending",
        "/openapi.json",
        "/sign-in",
        "/forgotten",
        "/account",
        "/portal",
        "/i/nothing",
        "/i/nothing/pdf",
        "/claim/nothing",
        "/smp/nothing",
        "/businesscard/nothing",
        "/sapi/v1/auth/token/status",
        "/as4",
        "/v1/agent/nothing",
        "/no-such-page",
    ];
    paths.extend(others.map(str::to_owned));
    for path in paths {
        let get = sk.get(&path).await;
        let head = sk.send(Method::HEAD, &path, Vec::new()).await;
        assert_eq!((head.status, head.bytes.len()), (get.status, 0), "{path}");
        assert_eq!(head.header("content-type"), get.header("content-type"), "{path}");
        // what says the time, or an id of its own, differs each time
        if sk.get(&path).await.bytes == get.bytes {
            assert_eq!(head.header("content-length"), get.header("content-length"), "{path}");
        }
        for answer in [get, head] {
            assert_eq!(answer.header("x-content-type-options"), "nosniff", "{path}");
        }
    }
    for path in ["/docs/", "/docs/guides", "/docs/guides/sk"] {
        let answer = http().redirect(reqwest::redirect::Policy::none()).build().expect("a client");
        let answer = answer.get(format!("{}{path}", server.base_url)).send().await.expect("sent");
        assert_eq!(answer.headers()["location"], "/docs", "{path}");
    }
}

async fn people_get_pages_and_programs_json(server: TestServer) {
    let anyone = server.sk().with_key(None).acting_for(None);
    let browser = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8";
    for (path, method, is_page) in [
        ("/no-such-page", Method::GET, true),
        ("/docs/nothing", Method::GET, true),
        ("/i/nothing/pdf", Method::GET, true),
        ("/i/nothing", Method::POST, true),
        ("/v1/agent/nothing", Method::GET, false),
        ("/api/auth/nothing", Method::GET, false),
    ] {
        for (accept, page) in [(browser, is_page), ("application/json", false), ("*/*", false)] {
            let caller = anyone.clone().accepting(accept);
            let answer = caller.send(method.clone(), path, Vec::new()).await;
            assert!((400..500).contains(&answer.status), "{path} {}", answer.status);
            let kind = if page { "text/html" } else { "application/json" };
            assert!(answer.header("content-type").starts_with(kind), "{path} {accept}");
        }
    }
    // a form of another site changes nothing, and nobody has to be signed in for it
    let http = http().redirect(reqwest::redirect::Policy::none()).build().expect("a client");
    for (site, status) in [("cross-site", 403), ("same-site", 403), ("same-origin", 303)] {
        let form = [("language", "sk"), ("back", "/")];
        let request = http.post(format!("{}/language", server.base_url)).form(&form);
        let answer = request.header("Sec-Fetch-Site", site).send().await.expect("an answer");
        assert_eq!(answer.status(), status, "{site}");
        assert_eq!(answer.headers().contains_key("set-cookie"), status == 303, "{site}");
    }
}

/// From `/docs` on, what pages of the documentation link to and load; nothing of it is on another host.
async fn everything_that_the_documentation_links_to_is_there(anyone: &Caller) {
    let (mut waiting, mut seen) = (vec!["/docs".to_owned()], BTreeSet::new());
    while let Some(path) = waiting.pop() {
        if !seen.insert(path.clone()) {
            continue;
        }
        let answer = anyone.get(&path).await;
        assert_eq!(answer.status, 200, "{path}");
        if !answer.header("content-type").starts_with("text/html") || !path.starts_with("/docs") {
            continue;
        }
        let policy = answer.header("content-security-policy");
        assert!(policy.starts_with("default-src 'none';") && !policy.contains("unsafe"), "{path}");
        let page = String::from_utf8(answer.bytes).expect("UTF-8");
        assert!(!page.contains(" style=") && !page.contains("<style"), "{path}");
        for attribute in ["href=\"", "src=\""] {
            let links = page.split(attribute).skip(1).filter_map(|rest| rest.split('"').next());
            for link in links.filter(|link| !link.starts_with('#')) {
                assert!(link.starts_with('/'), "{path} leads to {link}");
                waiting.push(link.split('#').next().expect("a path").to_owned());
            }
        }
    }
    assert!(seen.len() > 20, "{seen:?}");
}

/// What a script of the reference could call: the operations of the document, and no page.
async fn the_reference_reaches_its_operations_alone(anyone: &Caller, openapi: &Value, base: &str) {
    let answer = anyone.get("/docs/reference").await;
    let policy = answer.header("content-security-policy");
    let sources = |name: &str| -> Vec<String> {
        let rule = policy.split("; ").find_map(|rule| rule.strip_prefix(name)).expect("a rule");
        let paths = rule.split_whitespace().map(|source| source.strip_prefix(base));
        paths.map(|path| path.unwrap_or_else(|| panic!("{policy}")).to_owned()).collect()
    };
    let (scripts, reached) = (sources("script-src"), sources("connect-src"));
    assert!(scripts.len() == 2 && scripts.iter().all(|path| path.ends_with(".js")), "{policy}");
    let is_reached = |path: &str| {
        reached.iter().any(|of| of == path || (of.ends_with('/') && path.starts_with(&**of)))
    };
    for (path, item) in openapi["paths"].as_object().expect("paths") {
        let mut operations = item.as_object().expect("an item").values();
        // what a session may do is for programs and our own pages
        let tags = ["account", "partner", "portal"];
        let of_session = operations.any(|it| tags.iter().any(|tag| it["tags"][0] == *tag));
        assert_eq!(is_reached(path), !of_session, "{path}: {policy}");
    }
    for page in [
        "/",
        "/portal/x/live/keys/new",
        "/v1/partner/webhooks",
        "/v1/portal/invoices",
        "/account",
        "/sign-out",
    ] {
        assert!(!is_reached(page), "{page}: {policy}");
    }
}

async fn the_caller_s_request_id_is_kept_when_it_is_a_sane_one(server: TestServer) {
    let url = format!("{}/health/live", server.base_url);
    let client = http().build().expect("a client");
    for (sent, kept) in [("order-7_A.1", true), ("a b", false), (&*"x".repeat(65), false)] {
        let request = client.request(Method::GET, &url).header("X-Request-Id", sent);
        let answer = request.send().await.expect("an answer");
        let id = answer.headers()["x-request-id"].to_str().expect("text");
        assert_eq!(id == sent, kept, "{sent}");
    }
}
