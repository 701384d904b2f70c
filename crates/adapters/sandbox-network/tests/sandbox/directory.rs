//! Who is found, and in which network.

use crate::setup::{INVOICE, inbox, message, organization, participant, sandbox, sqlite};
use peppol_connector::{
    identifiers::Network,
    ports::{AccessPoint, DeliveryError, DirectoryError, ParticipantDirectory, Registration},
    registration::PeppolAccount,
    sending::{RecipientLookup, looked_up},
    submissions::OutgoingMessage,
};

const OWN: &str = "9915:2020202020";

#[tokio::test]
async fn who_is_enrolled_is_found() {
    let (store, _folder) = sqlite().await;
    for (account, id) in [
        (PeppolAccount::Enrolled(Network::Test), OWN),
        (PeppolAccount::SendOnly(Network::Test), "9915:2020202021"),
        (PeppolAccount::Deactivated(Network::Test), "9915:2020202022"),
        (PeppolAccount::Enrolled(Network::Live), "0245:2020202023"),
    ] {
        organization(&store, account, &participant(id)).await;
    }
    let network = sandbox(store);
    let sent = message(OWN, OWN);
    for (id, found) in [
        (OWN, true),
        ("9915:2020202021", false),
        ("9915:2020202022", false),
        ("0245:2020202023", false),
        ("9915:2020202023", false),
        ("0088:5798000000001", false),
    ] {
        let id = participant(id);
        let registration = network.registration(Network::Test, &id).await.expect("an answer");
        assert_eq!(registration, found.then_some(Registration { in_directory: true }), "{id}");
        let (document_type, process) = (&sent.document_type, &sent.process);
        let point = network.receiving_point(Network::Test, &id, document_type, process).await;
        let to = OutgoingMessage { receiver: id.clone(), ..message(OWN, OWN) };
        let delivered = network.deliver(&to, INVOICE).await;
        if found {
            assert!(point.is_ok() && delivered.is_ok(), "{id}");
            continue;
        }
        assert!(matches!(point, Err(DirectoryError::NotRegistered(missing)) if missing == id));
        let error = delivered.expect_err("nobody is there");
        assert!(matches!(error, DeliveryError::Directory(DirectoryError::NotRegistered(_))));
    }
}

/// The alias is for lookups: a document must name the id of the network.
#[tokio::test]
async fn the_slovak_id_of_production_is_found_and_gets_nothing() {
    let (store, _folder) = sqlite().await;
    organization(&store, PeppolAccount::Enrolled(Network::Test), &participant(OWN)).await;
    let network = sandbox(store);
    let id = looked_up("0245:2020202020", Network::Test).expect("an id");
    let answer = network.registration(Network::Test, &id).await;
    let lookup = RecipientLookup::of("0245:2020202020", &answer);
    assert_eq!(
        lookup,
        RecipientLookup::registered("0245:2020202020", Registration { in_directory: true })
    );
    let sent = network.deliver(&message(OWN, "0245:2020202020"), INVOICE).await;
    assert!(matches!(sent, Err(DeliveryError::Directory(DirectoryError::NotRegistered(_)))));
}

#[tokio::test]
async fn the_live_network_is_served_only_when_it_is_asked_for() {
    let (store, _folder) = sqlite().await;
    let id = participant("0245:2020202020");
    let own = organization(&store, PeppolAccount::Enrolled(Network::Live), &id).await;
    let sent =
        OutgoingMessage { network: Network::Live, ..message("0245:2023456789", "0245:2020202020") };
    let (document_type, process) = (&sent.document_type, &sent.process);

    let closed = sandbox(store.clone());
    for asked in [&id, &participant("0245:0000000001"), &participant("0245:0000000002")] {
        let answer = closed.registration(Network::Live, asked).await;
        assert!(matches!(answer, Err(DirectoryError::Unreachable(_))), "{asked}");
        let point = closed.receiving_point(Network::Live, asked, document_type, process).await;
        assert!(matches!(point, Err(DirectoryError::Unreachable(_))), "{asked}");
        let to = OutgoingMessage { receiver: asked.clone(), ..sent.clone() };
        let error = closed.deliver(&to, INVOICE).await.expect_err("not served");
        assert!(matches!(error, DeliveryError::Directory(DirectoryError::Unreachable(_))));
    }
    assert_eq!(inbox(&store, own).await, []);

    let open = sandbox(store.clone()).serving_live();
    assert!(open.registration(Network::Live, &id).await.expect("an answer").is_some());
    assert_eq!(open.registration(Network::Test, &id).await.expect("an answer"), None);
    open.deliver(&sent, INVOICE).await.expect("delivered");
    assert_eq!(inbox(&store, own).await[0].network, Network::Live);
}
