/// A stored attachment with its bytes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredFile {
    pub info: crate::AttachmentInfo,
    pub content: Vec<u8>,
}
