use crate::{Contact, ContactId, Party};

/// The contact of a request: one that exists, or one to create.
pub(super) enum RequestContact {
    Known(Contact),
    New(Contact),
    Missing,
}

impl RequestContact {
    pub(super) fn party(&self) -> Option<&Party> {
        match self {
            RequestContact::Known(contact) | RequestContact::New(contact) => Some(&contact.party),
            RequestContact::Missing => None,
        }
    }

    pub(super) fn id(&self) -> Option<ContactId> {
        match self {
            RequestContact::Known(contact) | RequestContact::New(contact) => Some(contact.id),
            RequestContact::Missing => None,
        }
    }

    pub(super) const fn new_one(&self) -> Option<&Contact> {
        match self {
            RequestContact::New(contact) => Some(contact),
            _ => None,
        }
    }
}
