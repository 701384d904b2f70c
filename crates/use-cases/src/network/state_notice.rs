use crate::ports::{Ports, Runtime};
use organizations::notices::{NotANotice, Notice, NoticeSecrets, NoticeStore};
use persistence::StoreError;

/// Why a notice of the state's portal was not accepted.
#[derive(Debug, thiserror::Error)]
pub enum NoticeError {
    /// The sender cannot be authenticated.
    #[error("the signature is wrong")]
    Unsigned,
    /// The notice lacks required data.
    #[error(transparent)]
    Malformed(#[from] NotANotice),
    /// Storage failed; the sender may retry.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Accepts a notice of the state's portal: the taxpayer may enroll with its token. Repeating it changes nothing.
///
/// # Errors
/// [`NoticeError`]; nothing is stored then.
pub async fn take_notice<P: Ports>(
    ports: &P,
    secrets: &NoticeSecrets,
    signature: &str,
    body: &[u8],
) -> Result<(), NoticeError> {
    if !secrets.check(body, signature) {
        return Err(NoticeError::Unsigned);
    }
    let notice = Notice::read(body)?;
    ports.database().keep_notice(&notice, ports.runtime().now()).await?;
    tracing::info!(dic = notice.dic, "state's portal names us as the provider of a taxpayer");
    Ok(())
}
