//! A client of the shape that public ones have: OAuth as JSON, a participant header on each call.

use super::declared::assert_declared;
use crate::support::*;
use data_encoding::HEXLOWER;
use reqwest::{Client, Method};
use runtime::secrets::sha256;
use serde_json::{Value, json};
use uuid::Uuid;

/// The demo firms as participants of the sandbox.
pub const SK: &str = "9915:2021234567";
pub const BUYER: &str = "9915:2020876550";

/// An accounting program with the credentials of one firm.
#[derive(Clone)]
pub struct Program {
    pub http: Client,
    pub base: String,
    pub credentials: Value,
    pub participant: String,
    pub access: String,
    pub refresh: String,
}

impl Program {
    /// A program that has authenticated, with a new client of a firm.
    pub async fn of(firm: &Caller, base_url: &str, participant: &str) -> Self {
        let key = firm.post("/v1/agent/keys", &json!({"name": "accounting"})).await.expect(201);
        Self::with_key(&key, base_url, participant).await
    }

    /// The same with a key that is there.
    pub async fn with_key(key: &Value, base_url: &str, participant: &str) -> Self {
        let mut program = Self {
            http: http().build().expect("a client"),
            base: format!("{base_url}/sapi"),
            credentials: json!({
                "client_id": key["id"], "client_secret": key["key"],
                "grant_type": "client_credentials",
            }),
            participant: participant.to_owned(),
            access: String::new(),
            refresh: String::new(),
        };
        program.take(&program.authenticate().await.expect(200));
        program
    }

    /// Keeps the tokens of an answer.
    pub fn take(&mut self, tokens: &Value) {
        let text = |name: &str| tokens[name].as_str().expect("a token").to_owned();
        (self.access, self.refresh) = (text("access_token"), text("refresh_token"));
    }

    /// The same program at another server.
    pub fn at(mut self, base_url: &str) -> Self {
        self.base = format!("{base_url}/sapi");
        self
    }

    pub async fn authenticate(&self) -> Answer {
        self.post("/auth/token", &self.credentials).await
    }

    pub async fn renew(&self) -> Answer {
        self.post("/auth/renew", &json!({"refresh_token": self.refresh})).await
    }

    /// The headers of a call on behalf of the firm.
    pub fn headers(&self) -> Vec<(&'static str, String)> {
        vec![
            ("Authorization", format!("Bearer {}", self.access)),
            ("X-Peppol-Participant-Id", self.participant.clone()),
        ]
    }

    /// Any call; whatever comes of it is an answer of the contract.
    pub async fn call(
        &self,
        method: Method,
        path: &str,
        headers: &[(&'static str, String)],
        body: Option<Vec<u8>>,
    ) -> Answer {
        let request = self.http.request(method.clone(), format!("{}{path}", self.base));
        let request =
            headers.iter().fold(request, |request, (name, value)| request.header(*name, value));
        let request = match body {
            Some(body) => request.header("Content-Type", "application/json").body(body),
            None => request,
        };
        let answer = request.send().await.expect("an answer");
        let (status, headers) = (answer.status().as_u16(), answer.headers().clone());
        let bytes = answer.bytes().await.expect("a body").to_vec();
        let answer = Answer { status, headers, bytes };
        assert_declared(&method, path, &answer);
        answer
    }

    pub async fn get(&self, path: &str) -> Answer {
        self.call(Method::GET, path, &self.headers(), None).await
    }

    pub async fn post(&self, path: &str, body: &Value) -> Answer {
        let body = body.to_string().into_bytes();
        self.call(Method::POST, path, &self.headers(), Some(body)).await
    }

    pub async fn send_under(&self, key: &str, body: &Value) -> Answer {
        let mut headers = self.headers();
        headers.push(("Idempotency-Key", key.to_owned()));
        let body = body.to_string().into_bytes();
        self.call(Method::POST, "/document/send", &headers, Some(body)).await
    }

    pub async fn send(&self, body: &Value) -> Answer {
        self.send_under(&Uuid::now_v7().to_string(), body).await
    }
}

/// A document as it is handed over.
pub fn handed_over(xml: &str, number: &str, sender: &str, receiver: &str) -> Value {
    json!({
        "metadata": {
            "documentId": number,
            "documentTypeId": "busdox-docid-qns::urn:oasis:names:specification:ubl:schema:xsd:Invoice-2::Invoice##urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0::2.1",
            "processId": "cenbii-procid-ubl::urn:fdc:peppol.eu:2017:poacc:billing:01:1.0",
            "senderParticipantId": sender,
            "receiverParticipantId": receiver,
            "creationDateTime": "2026-11-22T10:00:00Z",
        },
        "payload": xml,
        "payloadFormat": "XML",
        "payloadEncoding": "UTF-8",
        "checksum": checksum(xml),
    })
}

pub fn checksum(xml: &str) -> String {
    HEXLOWER.encode(&sha256(xml.as_bytes()))
}

/// The answer is an error in the shape of SAPI-SK, with this status and code; answers its body.
#[track_caller]
pub fn assert_sapi_error(answer: &Answer, status: u16, code: &str) -> Value {
    let body = answer.expect(status);
    let error = &body["error"];
    assert_eq!(error["code"], code, "{body}");
    let category = match status {
        401 | 403 | 423 => "AUTH",
        409 | 500 => "PROCESSING",
        429 | 502..=504 => "TEMPORARY",
        _ => "VALIDATION",
    };
    assert_eq!(error["category"], category, "{body}");
    assert!(error["message"].as_str().is_some_and(|text| !text.is_empty()), "{body}");
    assert!(error["retryable"].is_boolean(), "{body}");
    let id = error["correlation_id"].as_str().expect("an id");
    assert!(Uuid::try_parse(id).is_ok(), "{body}");
    body
}

/// The places that an error names.
pub fn places(error: &Value) -> Vec<&str> {
    let details = error["error"]["details"].as_array().map(Vec::as_slice).unwrap_or_default();
    details.iter().map(|detail| detail["field"].as_str().expect("a field")).collect()
}
