//! Who starts the demo and signs in as it says finds something on every page.

use crate::{
    binary::{Folder, billhook},
    visitor::{Answer, Visitor, between},
};
use std::{
    io::{BufRead, BufReader},
    process::{Child, Stdio},
};

/// Pages of the company that the portal opens on, and what is on them when they are filled: rows of tables, a chart,
/// figures.
const FILLED: [(&str, &str); 17] = [
    ("", "<rect"),
    ("/invoices", "scope=\"row\""),
    ("/received", "scope=\"row\""),
    ("/expenses", "scope=\"row\""),
    ("/sends", "scope=\"row\""),
    ("/contracts", "scope=\"row\""),
    ("/offsets", "scope=\"row\""),
    ("/statements", "scope=\"row\""),
    ("/exports", "scope=\"row\""),
    ("/customers", "scope=\"row\""),
    ("/accounts", "scope=\"row\""),
    ("/keys", "scope=\"row\""),
    ("/webhooks", "scope=\"row\""),
    ("/plan", "<dd>"),
    ("/settings", "<dd>"),
    ("/settings/company", "value=\"Dunajská"),
    ("/search?q=Tatra", "scope=\"row\""),
];

/// A page of the partner that has members.
const FILLED_OF_PARTNER: [&str; 4] = ["", "/usage", "/events", "/keys"];

struct Demo(Child);

impl Drop for Demo {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn page(visitor: &mut Visitor, path: &str) -> String {
    let Answer { status, location, body } = visitor.get(path);
    assert_eq!(status, 200, "{path} leads to {location}: {body}");
    body
}

#[test]
fn every_page_of_the_demo_shows_something() {
    let folder = Folder::new();
    let dir = folder.0.join("demo");
    let started = billhook(&folder.database())
        .args(["demo", "--dir", dir.to_str().expect("a path")])
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn();
    let mut demo = Demo(started.expect("the demo runs"));
    let lines = BufReader::new(demo.0.stdout.take().expect("its words")).lines();
    let mut said = String::new();
    for line in lines.map_while(Result::ok) {
        said += &line;
        said.push('\n');
        // the last words: everything is there
        if line.starts_with("Reference: ") {
            break;
        }
    }
    let base = between(&said, "Sign in at ", "/sign-in as ");
    let (email, password) = (between(&said, "/sign-in as ", " / "), between(&said, " / ", "\n"));
    let mut visitor = Visitor::new(&base);
    visitor.sign_in(&email, &password);
    let opens = visitor.get("/portal");
    assert_eq!(opens.status, 303, "{}", opens.body);
    let mut empty = Vec::new();
    for (path, filled) in FILLED {
        if !page(&mut visitor, &format!("{}{path}", opens.location)).contains(filled) {
            empty.push(path.to_owned());
        }
    }
    let overview = page(&mut visitor, &opens.location);
    let partner = format!("/partner/{}/test", between(&overview, "href=\"/partner/", "/"));
    for path in FILLED_OF_PARTNER {
        if !page(&mut visitor, &format!("{partner}{path}")).contains("scope=\"row\"") {
            empty.push(format!("partner {path}"));
        }
    }
    assert_eq!(empty, [""; 0], "these are empty");
}
