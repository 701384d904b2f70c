/// The bytes of each section of a PEM text.
pub(super) fn sections(text: &str, label: &str) -> Vec<Vec<u8>> {
    let (begin, end) = (format!("-----BEGIN {label}-----"), format!("-----END {label}-----"));
    let bodies = text.split(&begin).skip(1).filter_map(|rest| rest.split(&end).next());
    bodies.filter_map(crate::tree::base64).collect()
}
