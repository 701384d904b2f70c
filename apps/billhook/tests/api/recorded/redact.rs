use std::collections::BTreeMap;

/// What differs in each run is named instead: ids as `[document_id]`, moments as `[timestamp]`.
#[derive(Default)]
pub struct Redactions {
    ids: BTreeMap<String, String>,
    named: BTreeMap<String, usize>,
    addresses: Vec<String>,
}

impl Redactions {
    /// An address of a server, which has a port of its own each time.
    pub fn address(&mut self, base_url: &str) {
        self.addresses.push(base_url.to_owned());
    }

    /// The text with names. An id is named after the member in which it is seen first.
    pub fn apply(&mut self, text: &str) -> String {
        let mut text = text.to_owned();
        for address in &self.addresses {
            text = text.replace(address, "http://127.0.0.1:8080");
        }
        let (mut out, mut rest) = (String::new(), text.as_str());
        while let Some(c) = rest.chars().next() {
            let (named, length) = if let Some(id) = rest.get(..36).filter(|it| is_uuid(it)) {
                (self.name(id, &out), 36)
            } else if let Some(length) = moment(rest) {
                ("[timestamp]".to_owned(), length)
            } else if let Some(length) = token(rest) {
                ("/claim/{token}".to_owned(), length)
            } else {
                (c.to_string(), c.len_utf8())
            };
            out.push_str(&named);
            rest = &rest[length..];
        }
        out
    }

    fn name(&mut self, id: &str, before: &str) -> String {
        if let Some(name) = self.ids.get(id) {
            return name.clone();
        }
        let member = member(before).unwrap_or("id").to_owned();
        let count = self.named.entry(member.clone()).or_default();
        *count += 1;
        let name = if *count == 1 { format!("[{member}]") } else { format!("[{member} {count}]") };
        self.ids.insert(id.to_owned(), name.clone());
        name
    }
}

/// The name of the member that the end of this JSON belongs to.
fn member(json: &str) -> Option<&str> {
    json.rsplit_once("\":")?.0.rsplit('"').next()
}

fn is_uuid(text: &str) -> bool {
    text.bytes().enumerate().all(|(at, b)| match at {
        8 | 13 | 18 | 23 => b == b'-',
        _ => b.is_ascii_hexdigit(),
    })
}

/// The length of an RFC 3339 time with a fraction. Whole seconds are said by rules, not by clocks.
fn moment(text: &str) -> Option<usize> {
    const FORM: &[u8] = b"0000-00-00T00:00:00.";
    let bytes = text.as_bytes();
    let starts = bytes.len() > FORM.len()
        && FORM.iter().zip(bytes).all(|(form, b)| match form {
            b'0' => b.is_ascii_digit(),
            other => other == b,
        });
    let fraction = bytes.iter().skip(FORM.len()).take_while(|b| b.is_ascii_digit()).count();
    let length = FORM.len() + fraction + 1;
    (starts && bytes.get(length - 1) == Some(&b'Z')).then_some(length)
}

/// The length of a link with a token of 256 bits.
fn token(text: &str) -> Option<usize> {
    let token = text.strip_prefix("/claim/")?;
    let of_token = |b: &u8| b.is_ascii_alphanumeric() || b"-_".contains(b);
    let length = token.as_bytes().iter().take_while(|b| of_token(b)).count();
    (length == 43).then_some("/claim/".len() + 43)
}

#[test]
fn ids_keep_their_names_and_moments_have_one() {
    let (a, b) = ("01a1ffab-0b1d-74ef-863b-331e1654473e", "b8138caa-1c9e-4394-aeea-e056ba00e63f");
    let mut redactions = Redactions::default();
    let text =
        format!("{{\"id\": \"{a}\", \"at\": \"2026-11-21T19:52:42.01275Z\", \"č\": [\"{b}\"]}}");
    let expected = "{\"id\": \"[id]\", \"at\": \"[timestamp]\", \"č\": [\"[č]\"]}";
    assert_eq!(redactions.apply(&text), expected);
    assert_eq!(redactions.apply(&format!("GET /x/{b}/{a}")), "GET /x/[č]/[id]");
    let other = "{\"id\": \"01a1ffab-0b1d-74ef-863b-331e1654473f\"}";
    assert_eq!(redactions.apply(other), "{\"id\": \"[id 2]\"}");
    let rule = "2026-11-21T20:00:00Z";
    assert_eq!(redactions.apply(rule), rule);
}
