//! What the documentation lists is what there is.

use billhook::commands::Cli;
use clap::CommandFactory;
use runtime::config::SETTINGS;
use std::{collections::BTreeSet, fs, path::Path};

fn page(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs").join(name);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Cells of a row, without their backticks.
fn cells(row: &str) -> Vec<String> {
    let cells = row.trim_matches('|').split('|');
    cells.map(|cell| cell.trim().trim_matches('`').to_owned()).collect()
}

#[test]
fn the_page_of_settings_has_each_with_its_flag_and_default() {
    let page = page("configuration.md");
    let rows: Vec<_> =
        page.lines().filter(|line| line.starts_with("| `BILLHOOK_")).map(cells).collect();
    let documented: BTreeSet<_> = rows.iter().map(|row| (&*row[0], row[1].clone())).collect();
    let flag = |variable: &str| {
        let name = variable.trim_start_matches("BILLHOOK_").to_lowercase().replace('_', "-");
        format!("--{name}")
    };
    let variables = SETTINGS.iter().map(|(variable, _)| *variable).chain(["BILLHOOK_CONFIG"]);
    assert_eq!(documented, variables.map(|variable| (variable, flag(variable))).collect());
    for (variable, default) in SETTINGS.iter().filter(|(_, default)| !default.is_empty()) {
        let row = rows.iter().find(|row| row[0] == *variable).expect(variable);
        assert_eq!(row[2], *default, "{variable}");
    }
}

/// The settings that the help of a command shows.
fn shown(command: &str) -> BTreeSet<String> {
    let mut cli = Cli::command();
    let command = cli.find_subcommand_mut(command).expect(command);
    let shown = command.get_arguments().filter(|argument| !argument.is_hide_set());
    shown.filter_map(|argument| Some(argument.get_env()?.to_str()?.to_owned())).collect()
}

#[test]
fn commands_show_the_settings_that_they_use() {
    assert_eq!(shown("serve").len(), SETTINGS.len() + 1);
    for command in ["validate", "explain", "openapi", "webhooks"] {
        assert_eq!(shown(command), BTreeSet::new(), "{command}");
    }
    let of_database = shown("migrate");
    assert!(of_database.contains("BILLHOOK_DATABASE_URL"));
    assert!(!of_database.contains("BILLHOOK_LISTEN"));
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
