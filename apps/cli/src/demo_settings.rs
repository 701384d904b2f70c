//! The settings of an installation in a network on this machine.

use super::local_world::{Provider, World, ZONE};
use runtime::config::{Config, TestNetwork};
use std::{
    fs::OpenOptions,
    io::{self, Write},
    os::unix::fs::OpenOptionsExt,
    path::PathBuf,
};

/// A configuration whose test network is this one.
pub fn in_network(base: Config, world: &World, provider: Provider) -> Config {
    Config {
        clock_force: true,
        test_network: TestNetwork::Peppol,
        peppol_test_keys: vec![world.keys_of(provider)],
        peppol_test_trust: Some(world.trust()),
        peppol_test_zone: ZONE.to_owned(),
        peppol_test_smp_keys: vec![world.smp_keys_of(provider)],
        peppol_test_smp_id: Some(provider.smp_id.to_owned()),
        peppol_test_sml: Some(world.sml().to_owned()),
        peppol_sml_roots: Some(world.tls_roots()),
        peppol_contact: Some("mailto:demo@billhook.example".to_owned()),
        peppol_name_servers: vec![world.name_server()],
        peppol_tls_roots: Some(world.tls_roots()),
        peppol_allow_loopback: true,
        ..base
    }
}

/// Writes the settings to a file for the operator's commands. Only its owner may read the file, because the URL of the
/// database can contain a password.
pub fn write_settings(config: &Config, world: &World, provider: Provider) -> io::Result<PathBuf> {
    let file = |path: PathBuf| path.display().to_string();
    let or_none = |text: &Option<String>| text.clone().unwrap_or_default();
    let texts = [
        ("database_url", config.database_url.clone()),
        ("base_url", config.base_url.clone()),
        ("test_network", "peppol".to_owned()),
        ("peppol_test_keys", file(world.keys_of(provider))),
        ("peppol_test_trust", file(world.trust())),
        ("peppol_test_zone", ZONE.to_owned()),
        ("peppol_test_smp_keys", file(world.smp_keys_of(provider))),
        ("peppol_test_smp_id", provider.smp_id.to_owned()),
        ("peppol_test_sml", world.sml().to_owned()),
        ("peppol_sml_roots", file(world.tls_roots())),
        ("peppol_smp_url", or_none(&config.peppol_smp_url)),
        ("peppol_as4_url", or_none(&config.peppol_as4_url)),
        ("peppol_contact", or_none(&config.peppol_contact)),
        ("peppol_name_servers", world.name_server().to_string()),
        ("peppol_tls_roots", file(world.tls_roots())),
    ];
    let path = world.dir().join(provider.name).join("billhook.toml");
    let mut out =
        OpenOptions::new().write(true).create(true).truncate(true).mode(0o600).open(&path)?;
    for (name, value) in texts {
        // what JSON escapes in a text, TOML escapes the same way
        writeln!(out, "{name} = {}", serde_json::Value::from(value))?;
    }
    writeln!(out, "peppol_allow_loopback = true")?;
    Ok(path)
}
