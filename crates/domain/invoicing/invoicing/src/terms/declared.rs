/// The texts at the head of a document: this is the only place that lists them. It passes the list, in braces, to the
/// macro that is named in brackets, after all other arguments.
///
/// A line is: member in JSON and field, variant of [`Term`](crate::terms::Term), member of the `PATCH` body,
/// [`TermKind`](crate::terms::TermKind), characters at most.
///
/// A new text needs no migration: older rows of stored JSON lack it and are read as `None`. Whatever a new line needs
/// elsewhere does not compile until it is there: its place in UBL, for writing and for reading, and the labels of
/// pages.
#[macro_export]
macro_rules! header_texts {
    ([$($then:tt)+] $($given:tt)*) => {
        $($then)+! { $($given)* {
            /// The buyer's order (BT-13).
            order_number OrderNumber "orderNumber" Line 100;
            /// What the buyer finds the invoice by: a cost centre, a person, a code of its own (BT-10).
            buyer_reference BuyerReference "buyerReference" Line 100;
            /// The project that it is about (BT-11): a code of the buyer, or of the organization.
            project_reference ProjectReference "projectReference" Line 100;
            /// For the customer (BT-22).
            note Note "note" Prose 2000;
            /// For the organization only: it never leaves it.
            internal_note InternalNote "internalNote" Private 2000;
        } }
    };
}
