//! What is around the API: health, the reference, the OpenAPI document.

use crate::support::*;
use reqwest::Method;

on_both!(health_and_reference_are_open, the_caller_s_request_id_is_kept_when_it_is_a_sane_one,);

async fn health_and_reference_are_open(server: TestServer) {
    let anyone = server.sk().with_key(None).acting_for(None);
    for path in ["/health/live", "/health/ready", "/openapi.json", "/docs", "/docs/sandbox"] {
        assert_eq!(anyone.get(path).await.status, 200, "{path}");
    }
    let openapi = anyone.get("/openapi.json").await.expect(200);
    assert_eq!(openapi["openapi"], "3.1.0");
    assert!(anyone.get("/docs").await.header("content-type").starts_with("text/html"));
    assert!(anyone.get("/docs").await.header("server-timing").is_empty());
}

async fn the_caller_s_request_id_is_kept_when_it_is_a_sane_one(server: TestServer) {
    let url = format!("{}/health/live", server.base_url);
    let client = reqwest::Client::builder().no_proxy().build().expect("a client");
    for (sent, kept) in [("order-7_A.1", true), ("a b", false), (&*"x".repeat(65), false)] {
        let request = client.request(Method::GET, &url).header("X-Request-Id", sent);
        let answer = request.send().await.expect("an answer");
        let id = answer.headers()["x-request-id"].to_str().expect("text");
        assert_eq!(id == sent, kept, "{sent}");
    }
}
