use access::OrganizationId;
use reqwest::{Client, ClientBuilder, Method, RequestBuilder, header::HeaderMap};
use serde_json::Value;

/// A client of servers without TLS: it does not read the machine's certificate authorities, which takes longer than a
/// call.
pub fn http() -> ClientBuilder {
    checked_http::client().no_proxy().tls_certs_only([])
}

/// A caller of the API with its key and organization.
#[derive(Clone)]
pub struct Caller {
    http: Client,
    base_url: String,
    key: Option<String>,
    organization: Option<String>,
    idempotency_key: Option<String>,
    accept: Option<String>,
}

/// What the service answered.
#[derive(Debug, Clone)]
pub struct Answer {
    /// HTTP status.
    pub status: u16,
    /// Its headers.
    pub headers: HeaderMap,
    /// The bytes of the body.
    pub bytes: Vec<u8>,
}

impl Answer {
    /// The body as JSON.
    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.bytes)
            .unwrap_or_else(|e| panic!("{e}: {}", String::from_utf8_lossy(&self.bytes)))
    }

    /// A header's text, or nothing.
    pub fn header(&self, name: &str) -> &str {
        self.headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default()
    }

    /// The body as JSON of an answer that must have this status.
    #[track_caller]
    pub fn expect(&self, status: u16) -> Value {
        assert_eq!(self.status, status, "{}", String::from_utf8_lossy(&self.bytes));
        self.json()
    }

    /// The id of a document that was just made.
    #[track_caller]
    pub fn created_id(&self) -> String {
        self.expect(201)["id"].as_str().expect("an id").to_owned()
    }
}

impl Caller {
    /// A caller with a key, acting for an organization.
    pub fn new(base_url: &str, key: &str, organization: OrganizationId) -> Self {
        Self {
            http: http().build().expect("a client"),
            base_url: base_url.to_owned(),
            key: Some(key.to_owned()),
            organization: Some(organization.to_string()),
            idempotency_key: None,
            accept: None,
        }
    }

    /// The same caller at another server.
    pub fn at(mut self, base_url: &str) -> Self {
        base_url.clone_into(&mut self.base_url);
        self
    }

    /// The same caller with another key, or none.
    pub fn with_key(mut self, key: Option<&str>) -> Self {
        self.key = key.map(str::to_owned);
        self
    }

    /// The same caller acting for another organization, or none.
    pub fn acting_for(mut self, organization: Option<&str>) -> Self {
        self.organization = organization.map(str::to_owned);
        self
    }

    /// The same caller with an idempotency key.
    pub fn once(mut self, key: &str) -> Self {
        self.idempotency_key = Some(key.to_owned());
        self
    }

    /// The same caller, which accepts this alone.
    pub fn accepting(mut self, accept: &str) -> Self {
        self.accept = Some(accept.to_owned());
        self
    }

    /// The headers of its requests.
    pub fn headers(&self) -> impl Iterator<Item = (&'static str, &str)> {
        [
            ("X-API-Key", &self.key),
            ("X-Organization-Id", &self.organization),
            ("Idempotency-Key", &self.idempotency_key),
            ("Accept", &self.accept),
        ]
        .into_iter()
        .filter_map(|(name, value)| Some((name, value.as_deref()?)))
    }

    fn request(&self, method: Method, path: &str) -> RequestBuilder {
        let request = self.http.request(method, format!("{}{path}", self.base_url));
        self.headers().fold(request, |request, (name, value)| request.header(name, value))
    }

    /// Sends a request with any bytes.
    pub async fn send(&self, method: Method, path: &str, body: Vec<u8>) -> Answer {
        let answer = self.request(method, path).body(body).send().await.expect("an answer");
        let (status, headers) = (answer.status().as_u16(), answer.headers().clone());
        Answer { status, headers, bytes: answer.bytes().await.expect("a body").to_vec() }
    }

    /// Reads.
    pub async fn get(&self, path: &str) -> Answer {
        self.send(Method::GET, path, Vec::new()).await
    }

    /// Issues a document.
    pub async fn issue(&self, body: &Value) -> Answer {
        self.send(Method::POST, "/v1/agent/invoices", body.to_string().into_bytes()).await
    }
}

/// The fields that an error names, in order.
pub fn fields(error: &Value) -> Vec<&str> {
    let details = error["error"]["details"].as_array().map(Vec::as_slice).unwrap_or_default();
    details.iter().map(|detail| detail["field"].as_str().expect("a field")).collect()
}

/// The answer is an error in the specified shape, with this status and code; answers its body.
#[track_caller]
pub fn assert_error(answer: &Answer, status: u16, code: &str) -> Value {
    let body = answer.expect(status);
    let error = body["error"].as_object().expect("an error object");
    assert_eq!(error["code"], code, "{body}");
    assert!(error["message"].as_str().is_some_and(|message| !message.is_empty()), "{body}");
    let known = ["code", "message", "details", "kind", "arguments"];
    assert!(error.keys().all(|key| known.contains(&key.as_str())), "{body}");
    for detail in error.get("details").and_then(Value::as_array).into_iter().flatten() {
        assert!(detail["field"].is_string() && detail["message"].is_string(), "{body}");
    }
    assert!(answer.header("content-type").starts_with("application/json"), "{answer:?}");
    body
}
