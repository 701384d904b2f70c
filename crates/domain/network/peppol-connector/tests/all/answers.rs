//! Lookups and event payloads, named as in the specification.

use peppol_connector::{
    identifiers::Network,
    ports::{DirectoryError, Registration},
    sending::{RecipientLookup, looked_up},
    submissions::Effect,
};

#[test]
fn lookups_tell_missing_from_unknown() {
    let id = "0245:2023456789";
    let registered = |in_directory| Ok(Some(Registration { in_directory }));
    for (result, answer) in [
        (registered(true), (true, Some("active"), Some("published"), None)),
        (registered(false), (true, Some("active"), None, None)),
        (Ok(None), (false, None, None, None)),
        (Err(DirectoryError::NotRegistered(id.parse().expect("an id"))), (false, None, None, None)),
        (Err(DirectoryError::Unreachable("timeout".into())), (false, None, None, Some(true))),
    ] {
        let RecipientLookup { peppol_id, found, sml_state, pd_state, lookup_unavailable } =
            RecipientLookup::of(id, &result);
        let says = (found, sml_state.as_deref(), pd_state.as_deref(), lookup_unavailable);
        assert_eq!((&*peppol_id, says), (id, answer));
    }
}

#[test]
fn whom_a_lookup_asks_for() {
    for (text, network, asked) in [
        (" 0245:2023456789 ", Network::Test, Some("9915:2023456789")),
        ("0245:2023456789", Network::Live, Some("0245:2023456789")),
        ("nonsense", Network::Live, None),
    ] {
        assert_eq!(looked_up(text, network).map(|id| id.to_string()).as_deref(), asked);
    }
}

#[test]
fn effects_name_their_events() {
    let names = [Effect::EmitSent, Effect::EmitDelivered, Effect::EmitFailed].map(Effect::event);
    assert_eq!(
        names.map(|name| name.map_or_else(String::new, |name| name.to_string())),
        ["peppol.document.sent", "peppol.document.delivered", "peppol.document.failed"]
    );
    assert_eq!(Effect::CaptureCredit.event(), None);
}
