use persistence::typed_id;

typed_id!(
    /// An invoice: issued here, or recorded when another system's document was sent.
    InvoiceId
);
