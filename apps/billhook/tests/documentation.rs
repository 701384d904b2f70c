//! What the documentation lists is what there is.

use billhook::commands::Cli;
use clap::CommandFactory;
use std::{collections::BTreeSet, fs, path::Path};

fn page(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs").join(name);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

#[test]
fn the_table_of_settings_is_whole() {
    let command = Cli::command();
    let settings: BTreeSet<(String, String)> = command
        .get_arguments()
        .filter_map(|argument| {
            let variable = argument.get_env()?.to_str()?.to_owned();
            Some((variable, format!("--{}", argument.get_long()?)))
        })
        .collect();
    let text = page("configuration.md");
    let documented: BTreeSet<(String, String)> = text
        .lines()
        .filter_map(|line| line.strip_prefix("| `BILLHOOK_"))
        .map(|row| {
            let mut cells = row.split('|');
            let mut cell = || cells.next().unwrap_or_default().trim().trim_matches('`').to_owned();
            (format!("BILLHOOK_{}", cell()), cell())
        })
        .collect();
    assert_eq!(settings, documented);
}

#[test]
fn the_readme_s_links_lead_somewhere() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let readme = fs::read_to_string(root.join("README.md")).expect("the README");
    let links: Vec<_> =
        readme.split("](").skip(1).filter_map(|rest| rest.split(')').next()).collect();
    assert!(links.len() > 5);
    for link in links.into_iter().filter(|link| !link.starts_with("http")) {
        assert!(root.join(link).exists(), "{link}");
    }
}
