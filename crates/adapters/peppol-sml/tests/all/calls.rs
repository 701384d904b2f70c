//! Every operation, carried out.

use peppol_messages::Identifier;
use peppol_messages::sml::Publisher;
use peppol_sml::SmlError;
use test_network::{PAGE, Sml};

fn id(value: &str) -> Identifier {
    Identifier::participant(value)
}

#[tokio::test]
async fn participants_come_and_go() {
    let sml = Sml::open().await;
    let client = sml.client("SMP-ONE");
    let before = client.create(id("0245:1")).await;
    assert_eq!(before, Err(SmlError::NotFound("no such SMP".to_owned())));
    client.create_publisher("https://smp.example.sk").await.expect("registered");
    client.create(id("0245:1")).await.expect("created");
    let again = client.create(id("0245:1")).await.expect_err("it exists");
    assert_eq!(again, SmlError::BadRequest("the participant exists".to_owned()));
    assert!(again.is_certain());
    let many: Vec<_> = (2..=8).map(|number| id(&format!("0245:{number}"))).collect();
    client.create_list(many.clone()).await.expect("created");
    let all: Vec<_> = (1..=8).map(|number| id(&format!("0245:{number}"))).collect();
    assert_eq!(client.list().await, Ok(all));
    let first = client.page(None).await.expect("a page");
    assert_eq!((first.participants.len(), first.next.as_deref()), (PAGE, Some("1")));
    // all or none
    let with_unknown = [many.clone(), vec![id("0245:9")]].concat();
    assert!(matches!(client.delete_list(with_unknown).await, Err(SmlError::NotFound(_))));
    client.delete_list(many).await.expect("removed");
    client.delete(id("0245:1")).await.expect("removed");
    assert!(matches!(client.delete(id("0245:1")).await, Err(SmlError::NotFound(_))));
    assert_eq!(client.list().await, Ok(Vec::new()));
    assert_eq!(sml.state().complaints, Vec::<String>::new());
}

#[tokio::test]
async fn a_participant_moves() {
    let sml = Sml::open().await;
    let (old, new) = (sml.client("SMP-OLD"), sml.client("SMP-NEW"));
    for (client, address) in [(&old, "https://old.example"), (&new, "https://new.example")] {
        client.create_publisher(address).await.expect("registered");
    }
    old.create(id("0245:1")).await.expect("created");
    let key = peppol_messages::discovery::migration_key([7; 40]);
    let early = new.migrate(id("0245:1"), &key).await;
    assert!(matches!(early, Err(SmlError::NotFound(_))), "{early:?}");
    let foreign = new.prepare_to_migrate(id("0245:1"), &key).await;
    assert!(matches!(foreign, Err(SmlError::NotFound(_))), "{foreign:?}");
    let weak = old.prepare_to_migrate(id("0245:1"), "password").await;
    assert!(matches!(weak, Err(SmlError::BadRequest(_))), "{weak:?}");
    old.prepare_to_migrate(id("0245:1"), &key).await.expect("prepared");
    let wrong = new.migrate(id("0245:1"), "AAaa11$$AAaa11$$").await;
    assert!(matches!(wrong, Err(SmlError::NotFound(_))), "{wrong:?}");
    new.migrate(id("0245:1"), &key).await.expect("moved");
    assert_eq!(new.list().await, Ok(vec![id("0245:1")]));
    assert_eq!(old.list().await, Ok(Vec::new()));
    assert_eq!(sml.state().complaints, Vec::<String>::new());
}

#[tokio::test]
async fn an_smp_is_registered_moved_and_removed() {
    let sml = Sml::open().await;
    let client = sml.client("SMP-ONE");
    assert!(matches!(client.read_publisher().await, Err(SmlError::NotFound(_))));
    client.create_publisher("https://smp.example.sk/a?b=1&c").await.expect("registered");
    assert!(matches!(client.create_publisher("https://x").await, Err(SmlError::BadRequest(_))));
    let read = client.read_publisher().await.expect("known");
    let expected = Publisher {
        id: "SMP-ONE".to_owned(),
        logical_address: "https://smp.example.sk/a?b=1&c".to_owned(),
        physical_address: "1.1.1.1".to_owned(),
    };
    assert_eq!(read, expected);
    client.update_publisher("https://smp2.example.sk").await.expect("changed");
    let read = client.read_publisher().await.expect("known");
    assert_eq!(read.logical_address, "https://smp2.example.sk");
    client.create(id("0245:1")).await.expect("created");
    client.delete_publisher().await.expect("removed");
    assert!(matches!(client.list().await, Err(SmlError::NotFound(_))));
    assert!(sml.state().participants.is_empty());
    assert_eq!(sml.state().complaints, Vec::<String>::new());
}
