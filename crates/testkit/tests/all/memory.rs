//! The contract on the store in memory.

use access::OrganizationId;
use testkit::{MemoryStore, contract::StoreUnderTest, contract_suite};

struct Memory(MemoryStore);

impl StoreUnderTest for Memory {
    type Store = MemoryStore;

    fn store(&self) -> &MemoryStore {
        &self.0
    }

    async fn events(&self, organization: OrganizationId) -> Vec<String> {
        self.0.events(organization)
    }
}

async fn memory() -> Memory {
    Memory(MemoryStore::default())
}

contract_suite!(memory);
