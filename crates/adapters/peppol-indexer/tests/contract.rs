//! The contract of the port.

use peppol_indexer::IndexerClient;
use test_network::Indexer;
use testkit::network_contract::card_directory::{CardDirectoryUnderTest, Directory};

struct Directories(Indexer);

impl CardDirectoryUnderTest for Directories {
    type Directory = IndexerClient;

    async fn directory(&self, directory: Directory) -> Option<IndexerClient> {
        self.0.answers(match directory {
            Directory::Takes | Directory::Silent => None,
            Directory::Refuses => Some(500),
            Directory::RefusesUs => Some(403),
        });
        // without a certificate the connection ends before there is an answer
        let settings = self.0.settings(directory != Directory::Silent);
        Some(IndexerClient::new(&self.0.address, settings).expect("a client"))
    }

    async fn known(&self) -> Vec<String> {
        let value = |known: String| known.split("::").nth(1).expect("a value").to_owned();
        self.0.known().into_iter().map(value).collect()
    }
}

async fn directories() -> Directories {
    Directories(Indexer::open().await)
}

testkit::card_directory_contract!(directories);
