//! Pohoda mServer: one request at a time, `POST /xml` with the user name and password in `STW-Authorization`.

use crate::called::{address, body};
use accounting_programs::{
    Account, Answered, Document, MAX_ANSWER, ProgramFailure, ProgramInfo,
    pohoda::{BadAnswer, answers, company, data_pack, found, look_up},
};
use checked_http::CheckedClient;
use data_encoding::BASE64;

/// Where requests are posted.
const XML: &str = "/xml";

/// Where mServer says of itself, and of the company whose books are open.
const STATUS: &str = "/status?companyDetail";

pub(crate) async fn post(
    http: &CheckedClient,
    account: Account<'_>,
    documents: &[Document],
) -> Result<Vec<Answered>, ProgramFailure> {
    let answer = call(http, account, data_pack(account, documents), true).await?;
    let mut said = answers(&answer).map_err(unusable)?;
    said.retain(|said| documents.iter().any(|document| document.posting == said.posting));
    Ok(said)
}

pub(crate) async fn find(
    http: &CheckedClient,
    account: Account<'_>,
    documents: &[Document],
) -> Result<Vec<Answered>, ProgramFailure> {
    let answer = call(http, account, look_up(account, documents), false).await?;
    found(&answer, documents).map_err(unusable)
}

pub(crate) async fn test(
    http: &CheckedClient,
    account: Account<'_>,
) -> Result<ProgramInfo, ProgramFailure> {
    let url = address(account.link, STATUS)?;
    let authorization = authorization(account);
    let headers = headers(&authorization);
    let answer = body(http.get_with(&url, &headers, MAX_ANSWER).await)?;
    company(&answer).map_err(unusable)
}

async fn call(
    http: &CheckedClient,
    account: Account<'_>,
    request: String,
    makes: bool,
) -> Result<Vec<u8>, ProgramFailure> {
    let url = address(account.link, XML)?;
    let (authorization, id) = (authorization(account), account.request.to_string());
    let mut headers = headers(&authorization).to_vec();
    headers.extend([("Content-Type", "text/xml"), ("STW-Instance", &id)]);
    if makes {
        headers.push(("STW-Check-Duplicity", "true"));
    }
    body(http.post(&url, &headers, request.into_bytes(), MAX_ANSWER).await)
}

/// User name and password as HTTP's Basic scheme has them.
fn authorization(account: Account<'_>) -> String {
    let user = account.link.settings.user.as_deref().unwrap_or_default();
    let pair = format!("{user}:{}", account.secret.expose());
    format!("Basic {}", BASE64.encode(pair.as_bytes()))
}

fn headers(authorization: &str) -> [(&str, &str); 2] {
    [("STW-Authorization", authorization), ("STW-Application", "Billhook")]
}

/// An answer that says nothing about documents. A request that Pohoda refuses as a whole was not carried out.
fn unusable(error: BadAnswer) -> ProgramFailure {
    match error {
        BadAnswer::Refused(_) => ProgramFailure::Refused(error.to_string()),
        BadAnswer::Unreadable(_) | BadAnswer::OtherDocument(_) | BadAnswer::Incomplete(_) => {
            ProgramFailure::Unclear(error.to_string())
        }
    }
}
