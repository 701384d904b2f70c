//! Contents of received documents are compressed; those that came before are as they came.

use crate::database::Database;
use peppol_connector::{identifiers::ReceivedId, inbox::Arrival, ports::InboxStore};
use std::sync::Arc;
use testkit::peppol::{received_document, received_event, received_record};

crate::on_both!(what_is_kept_is_small_and_what_was_kept_is_read);

async fn what_is_kept_is_small_and_what_was_kept_is_read(database: &Database) {
    let (store, own) = (&database.store, database.organization().await);
    let record = received_record();
    let (id, event) = (record.id, received_event(own, &record));
    let bytes: Arc<[u8]> = "<Invoice>a line</Invoice>\n".repeat(40_000).into_bytes().into();
    let mut document = received_document(record);
    document.bytes = Arc::clone(&bytes);
    let receive = async || store.receive(own, &document, &event).await.expect("received");
    assert_eq!(receive().await, Arrival::Kept);
    let lengths = "SELECT CAST(length(document) AS text) AS text FROM received_contents";
    let length: usize = database.place.texts(lengths).await[0].parse().expect("a number");
    assert!(length * 50 < bytes.len(), "{length}");
    let is_read = async || {
        let read = store.received_bytes(own, ReceivedId(id.0)).await.expect("its bytes");
        assert!(read == *bytes, "{} bytes", read.len());
        let evidence = store.received_evidence(own, id).await.expect("its receipt");
        assert_eq!(evidence, *document.evidence);
        let again = receive().await;
        let Arrival::Repeated { evidence, same_document: true, .. } = again else {
            panic!("{again:?}")
        };
        assert_eq!(evidence, *document.evidence);
    };
    is_read().await;
    // a row of the time before
    let hex = |bytes: &[u8]| bytes.iter().map(|b| format!("{b:02x}")).collect::<String>();
    let (raw, evidence) = (hex(&bytes), hex(&document.evidence));
    let is_sqlite = matches!(database.place, crate::database::Place::Sqlite(_));
    let change = match is_sqlite {
        true => format!("document = x'{raw}', evidence = x'{evidence}', packed = 0"),
        false => {
            format!(
                "document = decode('{raw}', 'hex'), evidence = decode('{evidence}', 'hex'), packed = false"
            )
        }
    };
    database.place.execute(&format!("UPDATE received_contents SET {change}")).await;
    is_read().await;
}
