//! The files attached to a document (BG-24).

use crate::{
    documents::elements::{MAX_TEXT_TAKEN, all, cut, group, leaf_text, text},
    identifiers::Root,
};
use data_encoding::BASE64;
use xml::{Node, Parsed};

/// Maximum number of files read from a document. EN 16931 sets no limit.
const MAX_FILES: usize = 100;

/// The media type of a file with a missing or invalid one.
const UNKNOWN_TYPE: &str = "application/octet-stream";

/// A supporting document (BG-24).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AttachedFile {
    /// Supporting document reference (BT-122).
    pub reference: Option<String>,
    /// Supporting document description (BT-123).
    pub description: Option<String>,
    /// File name (BT-125-2); the reference when it is missing.
    pub filename: String,
    /// Media type (BT-125-1).
    pub mime_code: String,
    /// The file's bytes, or its URL.
    pub content: AttachedContent,
}

/// Where the content of a supporting document is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum AttachedContent {
    /// Embedded in the document (BT-125), decoded from Base64.
    Embedded(Vec<u8>),
    /// At an external location (BT-124), a URL that was not fetched.
    Elsewhere(String),
}

/// Reads the files of a UBL or CII document in their order, at most `MAX_FILES`. References without a file and files
/// that cannot be decoded are skipped. `None` for other documents.
#[must_use]
pub fn read_attached(document: &Parsed<'_>) -> Option<Vec<AttachedFile>> {
    let root = document.root();
    let name = root.tag_name();
    let files: Vec<_> = match Root::of(name.namespace().unwrap_or_default(), name.name())? {
        Root::UblInvoice | Root::UblCreditNote => {
            let references = all(root, &["AdditionalDocumentReference"]);
            references.into_iter().filter_map(of_ubl).take(MAX_FILES).collect()
        }
        Root::CiiInvoice => {
            let agreement = ["SupplyChainTradeTransaction", "ApplicableHeaderTradeAgreement"];
            let references =
                all(root, &[&agreement[..], &["AdditionalReferencedDocument"]].concat());
            references.into_iter().filter_map(of_cii).take(MAX_FILES).collect()
        }
    };
    Some(files)
}

fn of_ubl(reference: Node<'_, '_>) -> Option<AttachedFile> {
    let attachment = group(reference, &["Attachment"])?;
    let address = || text(attachment, &["ExternalReference", "URI"]);
    attached(
        text(reference, &["ID"]),
        text(reference, &["DocumentDescription"]),
        group(attachment, &["EmbeddedDocumentBinaryObject"]),
        address,
    )
}

fn of_cii(reference: Node<'_, '_>) -> Option<AttachedFile> {
    attached(
        text(reference, &["IssuerAssignedID"]),
        text(reference, &["Name"]),
        group(reference, &["AttachmentBinaryObject"]),
        || text(reference, &["URIID"]),
    )
}

fn attached(
    reference: Option<String>,
    description: Option<String>,
    embedded: Option<Node<'_, '_>>,
    address: impl Fn() -> Option<String>,
) -> Option<AttachedFile> {
    let attribute = |name: &str| {
        let value = embedded.and_then(|node| node.attribute(name)).unwrap_or_default().trim();
        Some(cut(value.chars())).filter(|value| !value.is_empty())
    };
    let content = match embedded.and_then(decoded) {
        Some(bytes) => AttachedContent::Embedded(bytes),
        None => AttachedContent::Elsewhere(address()?),
    };
    let filename = attribute("filename").or_else(|| reference.clone());
    let mime_code = attribute("mimeCode").filter(|code| is_media_type(code));
    Some(AttachedFile {
        reference,
        description,
        filename: filename.unwrap_or_else(|| "attachment".to_owned()),
        mime_code: mime_code.unwrap_or_else(|| UNKNOWN_TYPE.to_owned()),
        content,
    })
}

/// Decodes Base64 with white space anywhere. `None` for an empty or invalid text.
fn decoded(node: Node<'_, '_>) -> Option<Vec<u8>> {
    let mut encoded = leaf_text(node, usize::MAX).into_bytes();
    encoded.retain(|byte| !byte.is_ascii_whitespace());
    BASE64.decode(&encoded).ok().filter(|bytes| !bytes.is_empty())
}

/// Whether a code has the form `type/subtype` and is safe in an HTTP header.
fn is_media_type(code: &str) -> bool {
    let is_token = |part: &str| {
        let known = |byte: u8| byte.is_ascii_alphanumeric() || b"!#$&-^_.+".contains(&byte);
        !part.is_empty() && part.bytes().all(known)
    };
    code.len() <= MAX_TEXT_TAKEN
        && code.split_once('/').is_some_and(|(kind, subtype)| is_token(kind) && is_token(subtype))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(xml: &str) -> Option<Vec<AttachedFile>> {
        read_attached(&Parsed::read(xml.as_bytes()).expect("XML"))
    }

    fn ubl(references: &str) -> Vec<AttachedFile> {
        let namespaces = "xmlns='urn:oasis:names:specification:ubl:schema:xsd:Invoice-2' \
             xmlns:b='urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2' \
             xmlns:a='urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2'";
        read(&format!("<Invoice {namespaces}>{references}</Invoice>")).expect("UBL")
    }

    #[test]
    fn the_files_of_ubl_are_read_each_with_its_own_parts() {
        let files = ubl(
            "<a:AdditionalDocumentReference><b:ID>OBJ-7</b:ID><b:DocumentTypeCode>130</b:DocumentTypeCode></a:AdditionalDocumentReference>
             <a:AdditionalDocumentReference><b:ID>list</b:ID><b:DocumentDescription>hours</b:DocumentDescription><a:Attachment>
               <b:EmbeddedDocumentBinaryObject mimeCode='text/csv' filename='hours.csv'> YTti
                 Cg== </b:EmbeddedDocumentBinaryObject></a:Attachment></a:AdditionalDocumentReference>
             <a:AdditionalDocumentReference><b:ID>photo</b:ID><a:Attachment>
               <a:ExternalReference><b:URI>https://files.example/1.jpg</b:URI></a:ExternalReference></a:Attachment></a:AdditionalDocumentReference>
             <a:AdditionalDocumentReference><b:ID>bare</b:ID><a:Attachment>
               <b:EmbeddedDocumentBinaryObject mimeCode='text/html&#10;x'>YQ==</b:EmbeddedDocumentBinaryObject></a:Attachment></a:AdditionalDocumentReference>
             <a:AdditionalDocumentReference><b:ID>broken</b:ID><a:Attachment>
               <b:EmbeddedDocumentBinaryObject mimeCode='text/csv'>*</b:EmbeddedDocumentBinaryObject></a:Attachment></a:AdditionalDocumentReference>",
        );
        let text = |text: &str| Some(text.to_owned());
        let expected = [
            AttachedFile {
                reference: text("list"),
                description: text("hours"),
                filename: "hours.csv".into(),
                mime_code: "text/csv".into(),
                content: AttachedContent::Embedded(b"a;b\n".to_vec()),
            },
            AttachedFile {
                reference: text("photo"),
                description: None,
                filename: "photo".into(),
                mime_code: UNKNOWN_TYPE.into(),
                content: AttachedContent::Elsewhere("https://files.example/1.jpg".into()),
            },
            AttachedFile {
                reference: text("bare"),
                description: None,
                filename: "bare".into(),
                mime_code: UNKNOWN_TYPE.into(),
                content: AttachedContent::Embedded(b"a".to_vec()),
            },
        ];
        assert_eq!(files, expected);
    }

    #[test]
    fn so_many_are_taken_and_other_documents_have_none() {
        let one = "<a:AdditionalDocumentReference><a:Attachment><b:EmbeddedDocumentBinaryObject>YQ==\
             </b:EmbeddedDocumentBinaryObject></a:Attachment></a:AdditionalDocumentReference>";
        assert_eq!(ubl(&one.repeat(MAX_FILES + 1)).len(), MAX_FILES);
        assert_eq!(ubl(""), []);
        assert_eq!(read("<Order xmlns='urn:x'/>"), None);
    }

    #[test]
    fn the_files_of_cii_are_read() {
        let ram =
            "urn:un:unece:uncefact:data:standard:ReusableAggregateBusinessInformationEntity:100";
        let rsm = "urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100";
        let files = read(&format!(
            "<s:CrossIndustryInvoice xmlns:s='{rsm}' xmlns='{ram}'><s:SupplyChainTradeTransaction>
               <ApplicableHeaderTradeAgreement><AdditionalReferencedDocument>
                 <IssuerAssignedID>list</IssuerAssignedID><TypeCode>916</TypeCode><Name>hours</Name>
                 <AttachmentBinaryObject mimeCode='application/pdf' filename='a.pdf'>JVBERg==</AttachmentBinaryObject>
               </AdditionalReferencedDocument></ApplicableHeaderTradeAgreement>
             </s:SupplyChainTradeTransaction></s:CrossIndustryInvoice>"
        ));
        let [file] = &files.expect("CII")[..] else { panic!("one file") };
        assert_eq!((file.filename.as_str(), file.mime_code.as_str()), ("a.pdf", "application/pdf"));
        assert_eq!(file.content, AttachedContent::Embedded(b"%PDF".to_vec()));
        assert_eq!(file.description.as_deref(), Some("hours"));
    }
}
