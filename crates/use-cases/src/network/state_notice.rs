use crate::ports::{Ports, Runtime};
use organizations::notices::{NotANotice, Notice, NoticeSecrets, NoticeStore};
use persistence::StoreError;

/// Why a notice of the state's portal is not taken.
#[derive(Debug, thiserror::Error)]
pub enum NoticeError {
    /// Nobody knows who sent it.
    #[error("the signature is wrong")]
    Unsigned,
    /// It does not say what it must.
    #[error(transparent)]
    Malformed(#[from] NotANotice),
    /// Storage: it may be sent again.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Takes a notice of the state's portal: the taxpayer may enroll with its token. Repeated, it changes nothing.
///
/// # Errors
/// [`NoticeError`]; nothing is kept then.
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
