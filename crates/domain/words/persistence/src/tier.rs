use serde::{Deserialize, Serialize};

crate::named! {
    /// Which environment a key works in; the key alone decides it.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
    #[serde(rename_all = "snake_case")]
    pub enum Tier {
        /// The sandbox: the Peppol test network, no credit charged.
        Test = "test",
        /// The live network and production data.
        Live = "live",
    }
}
