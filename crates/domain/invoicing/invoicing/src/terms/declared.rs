/// The texts at the head of a document: this is the one place that lists them. It hands the list, in braces, to the
/// macro that is named in brackets, behind all that is given to it.
///
/// A line is: member in JSON and field, variant of [`Term`](crate::terms::Term), member of the `PATCH` body,
/// [`TermKind`](crate::terms::TermKind), characters at most.
///
/// A new text needs no migration: older rows of stored JSON lack it, which reads as none. What a line cannot say does
/// not compile without it: the place in UBL, where it is read from in UBL, and the labels of pages.
#[macro_export]
macro_rules! header_texts {
    ([$($then:tt)+] $($given:tt)*) => {
        $($then)+! { $($given)* {
            /// The buyer's order (BT-13).
            order_number OrderNumber "orderNumber" Line 100;
            /// What the buyer finds the invoice by: a cost centre, a person, a code of its own (BT-10).
            buyer_reference BuyerReference "buyerReference" Line 100;
            /// For the customer (BT-22).
            note Note "note" Prose 2000;
            /// For the organization only: it never leaves it.
            internal_note InternalNote "internalNote" Private 2000;
        } }
    };
}
