use invoicing::terms::HeaderTexts;
use serde::Serialize;
use utoipa::ToSchema;

macro_rules! view {
    ({ $( $(#[$doc:meta])* $name:ident $term:ident $member:tt $kind:ident $max:tt; )+ }) => {
        /// The texts at the head of a document, as members of its view.
        #[derive(Default, Serialize, ToSchema)]
        pub struct HeaderTextsView<'a> { $( $(#[$doc])* pub $name: Option<&'a str>, )+ }

        impl<'a> HeaderTextsView<'a> {
            pub(in crate::routes) fn of(texts: &'a HeaderTexts) -> Self {
                Self { $($name: texts.$name.as_deref(),)+ }
            }
        }
    };
}

invoicing::header_texts! { [view] }
