//! The client against an indexer that follows the published interface, over TLS with client certificates.

use checked_http::Settings;
use network_addresses::AddressPolicy;
use peppol_connector::identifiers::ParticipantId;
use peppol_indexer::{IndexerClient, SetupError};
use peppol_publishing::{CardDirectory, CardDirectoryError};
use std::time::Duration;
use test_network::Indexer;

fn participant() -> ParticipantId {
    "9915:Abc".parse().expect("an id")
}

#[tokio::test]
async fn cards_come_and_go() {
    let indexer = Indexer::open().await;
    let client = IndexerClient::new(&indexer.address, indexer.settings(true)).expect("a client");
    for _ in 0..2 {
        client.announce(&participant()).await.expect("told");
        assert_eq!(indexer.known(), ["iso6523-actorid-upis::9915:abc"]);
    }
    for _ in 0..2 {
        client.withdraw(&participant()).await.expect("told, and the second time it knows nothing");
        assert_eq!(indexer.known(), [] as [&str; 0]);
    }
    assert_eq!(indexer.complaints(), [] as [&str; 0]);
}

#[tokio::test]
async fn what_goes_wrong_is_distinguished() {
    let indexer = Indexer::open().await;
    let client = IndexerClient::new(&indexer.address, indexer.settings(true)).expect("a client");
    for status in [301, 400, 404, 500, 503] {
        indexer.answers(Some(status));
        let error = client.announce(&participant()).await.expect_err("not told");
        assert!(matches!(error, CardDirectoryError::Refused(_)), "{status}: {error:?}");
    }
    indexer.answers(Some(403));
    for error in [client.announce(&participant()).await, client.withdraw(&participant()).await] {
        assert!(matches!(error, Err(CardDirectoryError::Forbidden)), "{error:?}");
    }
    indexer.answers(None);
    // the handshake fails without the SMP's certificate
    let stranger = IndexerClient::new(&indexer.address, indexer.settings(false)).expect("a client");
    let error = stranger.announce(&participant()).await.expect_err("not told");
    assert!(matches!(error, CardDirectoryError::Unavailable(_)), "{error:?}");
    assert_eq!(indexer.known(), [] as [&str; 0]);
    for address in ["http://directory.example/", "https://directory.example/a", "x"] {
        let http = Settings::new(AddressPolicy::Public, Duration::from_secs(1));
        let refused = IndexerClient::new(address, http);
        assert!(matches!(refused, Err(SetupError::Address(_))), "{address}");
    }
}
