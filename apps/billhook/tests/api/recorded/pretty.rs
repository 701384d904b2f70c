/// JSON with a member or item a line, in the order of the text. A parsed value may have lost it.
pub fn pretty(json: &str) -> String {
    let (mut out, mut depth, mut in_string, mut escaped) = (String::new(), 0, false, false);
    let mut chars = json.chars().filter(|c| !matches!(c, '\n' | '\r')).peekable();
    while let Some(c) = chars.next() {
        if in_string {
            out.push(c);
            in_string = escaped || c != '"';
            escaped = c == '\\' && !escaped;
            continue;
        }
        match c {
            '{' | '[' if chars.next_if(|next| matches!(next, '}' | ']')).is_some() => {
                out.push_str(if c == '{' { "{}" } else { "[]" });
            }
            '{' | '[' => {
                depth += 1;
                out.push(c);
                new_line(&mut out, depth);
            }
            '}' | ']' => {
                depth -= 1;
                new_line(&mut out, depth);
                out.push(c);
            }
            ',' => {
                out.push(c);
                new_line(&mut out, depth);
            }
            ':' => out.push_str(": "),
            ' ' => {}
            _ => {
                in_string = c == '"';
                out.push(c);
            }
        }
    }
    out
}

fn new_line(out: &mut String, depth: usize) {
    out.push('\n');
    out.push_str(&"  ".repeat(depth));
}

#[test]
fn the_text_is_kept_and_broken_into_lines() {
    let json = r#"{"b": [1, {"a":"x, {\"y\": \\"}],"e":[],"o":{}}"#;
    let lines = "{\n  \"b\": [\n    1,\n    {\n      \"a\": \"x, {\\\"y\\\": \\\\\"\n    }\n  ],\n  \
                 \"e\": [],\n  \"o\": {}\n}";
    assert_eq!(pretty(json), lines);
}
