//! SuperFaktúra: REST with the e-mail address and the API key in `Authorization`, one document a request.

use crate::called::{address, failed};
use accounting_programs::{
    Account, Answered, Document, ItemAnswer, MAX_ANSWER, ProgramFailure, ProgramInfo,
    superfaktura::{Unusable, answer, found, look_up, post as request},
};
use checked_http::{Answer, CheckedClient, Failure};
use reqwest::Url;

/// What lists one invoice at most: whether the key is right is said by its status.
const TEST: &str = "/invoices/index.json/per_page:1";

const FORM: (&str, &str) = ("Content-Type", "application/x-www-form-urlencoded;charset=UTF-8");

/// Makes the documents in their order. The first that brings no answer ends it: what was answered before stands.
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
    let request = match request(document) {
        Ok(request) => request,
        Err(reason) => return Ok(ItemAnswer::Refused { reason }),
    };
    let url = address(account.link, request.path)?;
    let authorization = authorization(account);
    let headers = [("Authorization", &*authorization), FORM];
    let form = encoded("data", &request.data.to_string());
    let said = read(http.post(&url, &headers, form.into_bytes(), MAX_ANSWER).await)?;
    answer(&said).map_err(unusable)
}

pub(crate) async fn find(
    http: &CheckedClient,
    account: Account<'_>,
    documents: &[Document],
) -> Result<Vec<Answered>, ProgramFailure> {
    let mut all = Vec::new();
    for document in documents {
        let Some(look_up) = look_up(document) else { continue };
        let said = get(http, account, &look_up.path).await?;
        let found = found(&said, document).map_err(unusable)?;
        all.extend(found.map(|answer| Answered { posting: document.posting, answer }));
    }
    Ok(all)
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
    read(http.get_with(&url, &[("Authorization", &authorization)], MAX_ANSWER).await)
}

/// The body of an answer about a document. What is wrong with a document comes with 400 too.
fn read(answer: Result<Answer, Failure>) -> Result<Vec<u8>, ProgramFailure> {
    let answer = answer.map_err(|failure| failed(&failure))?;
    match answer.status {
        400 => Ok(answer.body),
        _ => crate::called::body(Ok(answer)),
    }
}

/// All values are percent-encoded.
fn authorization(account: Account<'_>) -> String {
    let settings = &account.link.settings;
    let user = settings.user.as_deref().unwrap_or_default();
    let mut pairs =
        vec![("email", user), ("apikey", account.secret.expose()), ("module", "Billhook")];
    pairs.extend(settings.company_id.as_deref().map(|id| ("company_id", id)));
    let pairs: Vec<_> = pairs.iter().map(|(name, value)| encoded(name, value)).collect();
    format!("SFAPI {}", pairs.join("&"))
}

/// `name=value` as a form has it.
fn encoded(name: &str, value: &str) -> String {
    let pairs = Url::parse_with_params("form:", [(name, value)]);
    pairs.ok().and_then(|url| url.query().map(str::to_owned)).unwrap_or_default()
}

fn unusable(error: Unusable) -> ProgramFailure {
    ProgramFailure::Unclear(error.to_string())
}
