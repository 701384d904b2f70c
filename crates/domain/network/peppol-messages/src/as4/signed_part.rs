/// Something that a message's signature covers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SignedPart {
    /// `#id` of an element, or `cid:id` of an attachment.
    pub uri: String,
    /// SHA-256.
    pub digest: Vec<u8>,
}
