//! KROS Fakturácia: REST with a token, one document a request.

use crate::called::{address, body, failed};
use accounting_programs::{
    Account, Answered, Document, ItemAnswer, MAX_ANSWER, ProgramFailure, ProgramInfo,
    kros::{self, MAX_PAGES, Page, Unusable, answer, found, look_up},
};
use checked_http::{Answer, CheckedClient};

/// What says by its status whether the token is right.
const TEST: &str = "/api/auth/check";

/// Has the documents made in their order. The first that brings no answer ends it: what was answered before stands.
pub(crate) async fn post(
    http: &CheckedClient,
    account: Account<'_>,
    documents: &[Document],
) -> Result<Vec<Answered>, ProgramFailure> {
    let mut all = Vec::new();
    for document in documents {
        match make(http, account, document).await {
            Ok(answer) => all.push(Answered { posting: document.posting, answer }),
            Err(failure) if all.is_empty() => return Err(failure),
            Err(_) => break,
        }
    }
    Ok(all)
}

async fn make(
    http: &CheckedClient,
    account: Account<'_>,
    document: &Document,
) -> Result<ItemAnswer, ProgramFailure> {
    let request = match kros::post(document) {
        Ok(request) => request,
        Err(reason) => return Ok(ItemAnswer::Refused { reason }),
    };
    let url = address(account.link, request.path)?;
    let authorization = authorization(account);
    let headers = [("Authorization", &*authorization), ("Content-Type", "application/json")];
    let json = request.body.to_string().into_bytes();
    let said = http.post(&url, &headers, json, MAX_ANSWER).await.map_err(|it| failed(&it))?;
    let Answer { status, body: bytes, .. } = &said;
    match answer(kros::Answer { status: *status, body: bytes })? {
        Some(answer) => Ok(answer),
        // a status that says nothing of its own is an answer to nothing
        None => Err(body(Ok(said)).err().unwrap_or_else(|| {
            ProgramFailure::Unclear("it answers with an unknown status".to_owned())
        })),
    }
}

pub(crate) async fn find(
    http: &CheckedClient,
    account: Account<'_>,
    documents: &[Document],
) -> Result<Vec<Answered>, ProgramFailure> {
    let mut all = Vec::new();
    for document in documents {
        let there = find_one(http, account, document).await?;
        all.extend(there.map(|answer| Answered { posting: document.posting, answer }));
    }
    Ok(all)
}

async fn find_one(
    http: &CheckedClient,
    account: Account<'_>,
    document: &Document,
) -> Result<Option<ItemAnswer>, ProgramFailure> {
    let Some(look_up) = look_up(document) else { return Ok(None) };
    for page in 0..MAX_PAGES {
        let said = get(http, account, &look_up.page(page)).await?;
        match found(&said, document).map_err(unusable)? {
            Page::Found(answer) => return Ok(Some(answer)),
            Page::Last => return Ok(None),
            Page::Next => {}
        }
    }
    Err(unusable(Unusable::TooMany))
}

pub(crate) async fn test(
    http: &CheckedClient,
    account: Account<'_>,
) -> Result<ProgramInfo, ProgramFailure> {
    get(http, account, TEST).await.map(|_| ProgramInfo::default())
}

async fn get(
    http: &CheckedClient,
    account: Account<'_>,
    path: &str,
) -> Result<Vec<u8>, ProgramFailure> {
    let url = address(account.link, path)?;
    let authorization = authorization(account);
    body(http.get_with(&url, &[("Authorization", &authorization)], MAX_ANSWER).await)
}

fn authorization(account: Account<'_>) -> String {
    format!("Bearer {}", account.secret.expose())
}

fn unusable(error: Unusable) -> ProgramFailure {
    ProgramFailure::Unclear(error.to_string())
}
