use super::BadAnswer;
use crate::ProgramInfo;
use xml::Parsed;

/// Reads mServer's description of the company whose books are open (`GET /status?companyDetail`). Its elements are
/// found by name at any depth.
///
/// # Errors
/// [`BadAnswer`] when the answer is not XML.
pub fn company(answer: &[u8]) -> Result<ProgramInfo, BadAnswer> {
    let answer = xml::utf8(answer);
    let parsed = Parsed::read(&answer).map_err(|error| BadAnswer::Unreadable(error.to_string()))?;
    let text = |names: &[&str]| {
        let named = |node: &xml::Node<'_, '_>| {
            names.iter().any(|name| node.tag_name().name().eq_ignore_ascii_case(name))
        };
        let node = parsed.root().descendants().find(named)?;
        node.text().map(|text| text.trim().to_owned()).filter(|text| !text.is_empty())
    };
    Ok(ProgramInfo { company: text(&["company", "name"]), ico: text(&["ico"]) })
}
