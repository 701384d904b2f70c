use crate::PostingKind;

persistence::named! {
    /// Which program an organization keeps its books in, and how it is reached.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    pub enum ProgramKind {
        /// Pohoda through its mServer: we call it over HTTP.
        PohodaMserver = "pohoda_mserver",
        /// Pohoda fetches from an address of ours, and posts its answer there.
        PohodaFetch = "pohoda_fetch",
        /// SuperFaktúra, over its REST API.
        SuperFaktura = "superfaktura",
        /// KROS Fakturácia, over its REST API: it takes documents over, and makes them later.
        Kros = "kros",
        /// A program that fetches documents over SAPI-SK by itself.
        SapiSk = "sapi_sk",
    }
}

impl ProgramKind {
    /// The name of the program.
    #[must_use]
    pub const fn label(self) -> &'static str {
        match self {
            ProgramKind::PohodaMserver | ProgramKind::PohodaFetch => "Pohoda",
            ProgramKind::SuperFaktura => "SuperFaktúra",
            ProgramKind::Kros => "KROS Fakturácia",
            ProgramKind::SapiSk => "SAPI-SK",
        }
    }

    /// Whether we call the program; the others come to us.
    #[must_use]
    pub const fn is_called(self) -> bool {
        matches!(self, ProgramKind::PohodaMserver | ProgramKind::SuperFaktura | ProgramKind::Kros)
    }

    /// Whether the program fetches from an address of ours that holds a token.
    #[must_use]
    pub const fn has_token(self) -> bool {
        matches!(self, ProgramKind::PohodaFetch)
    }

    /// Whether the program knows who we are by a user name too; the others know us by the secret alone.
    #[must_use]
    pub const fn has_user(self) -> bool {
        matches!(self, ProgramKind::PohodaMserver | ProgramKind::SuperFaktura)
    }

    /// Whether something of this kind is written into the program. SuperFaktúra has no internal documents, KROS
    /// Fakturácia takes what was issued and its payments; a program that fetches over SAPI-SK is sent nothing.
    #[must_use]
    pub const fn takes(self, kind: PostingKind) -> bool {
        match self {
            ProgramKind::PohodaMserver | ProgramKind::PohodaFetch => true,
            ProgramKind::SuperFaktura => !matches!(kind, PostingKind::Offset),
            ProgramKind::Kros => {
                matches!(kind, PostingKind::Invoice | PostingKind::InvoicePayment)
            }
            ProgramKind::SapiSk => false,
        }
    }
}
