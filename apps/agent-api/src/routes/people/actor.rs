//! Who asked for what a line tells.

use access::Credential;
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

/// Who asked for it: all are null of what the service does by itself.
#[derive(Serialize, ToSchema)]
pub struct ActorView<'a> {
    /// The key that asked for it.
    pub key_id: Option<Uuid>,
    /// The connection of the application that asked for it.
    pub connection_id: Option<Uuid>,
    /// The person who did it on a page.
    pub user: Option<PersonView<'a>>,
}

/// A person who asked for something.
#[derive(Serialize, ToSchema)]
pub struct PersonView<'a> {
    pub id: Uuid,
    /// As it is today.
    pub email: Option<&'a str>,
}

impl<'a> ActorView<'a> {
    pub(in crate::routes) fn of(actor: Option<Credential>, email: Option<&'a str>) -> Self {
        let (mut key_id, mut connection_id, mut user) = (None, None, None);
        match actor {
            None => {}
            Some(Credential::Key(id)) => key_id = Some(id.0),
            Some(Credential::Connection(id)) => connection_id = Some(id.0),
            Some(Credential::Person(id)) => user = Some(PersonView { id: id.0, email }),
        }
        Self { key_id, connection_id, user }
    }
}
