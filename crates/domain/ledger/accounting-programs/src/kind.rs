use crate::PostingKind;

persistence::named! {
    /// An accounting program, and the way it is connected.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    pub enum ProgramKind {
        /// Pohoda with its mServer, which is called over HTTP.
        PohodaMserver = "pohoda_mserver",
        /// Pohoda that fetches documents from an address of ours and posts its answers there.
        PohodaFetch = "pohoda_fetch",
        /// SuperFaktúra, which is called over its REST API.
        SuperFaktura = "superfaktura",
        /// KROS Fakturácia, which is called over its REST API. It accepts documents first and creates them later.
        Kros = "kros",
        /// A program that fetches documents over SAPI-SK.
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

    /// Whether we call the program; the others call us.
    #[must_use]
    pub const fn is_called(self) -> bool {
        matches!(self, ProgramKind::PohodaMserver | ProgramKind::SuperFaktura | ProgramKind::Kros)
    }

    /// Whether the program fetches from an address of ours that holds a token.
    #[must_use]
    pub const fn has_token(self) -> bool {
        matches!(self, ProgramKind::PohodaFetch)
    }

    /// Whether the program also needs a user name; the others need only the secret.
    #[must_use]
    pub const fn has_user(self) -> bool {
        matches!(self, ProgramKind::PohodaMserver | ProgramKind::SuperFaktura)
    }

    /// Whether postings of this kind are written into the program. SuperFaktúra has no internal documents. KROS
    /// Fakturácia accepts issued invoices and their payments. Nothing is sent to a program that fetches over SAPI-SK.
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
