use super::{
    Data, MemoryStore,
    network::page::{Order, page},
};
use access::UserId;
use persistence::{Cursor, Page, StoreError};
use sign_in::{Membership, SecretHash, Session, SessionId, SignInStore, SignedIn, User};
use time::OffsetDateTime;

type Result<T> = std::result::Result<T, StoreError>;

#[derive(Clone, Default)]
pub(super) struct SignInData {
    sessions: Vec<(SecretHash, Session)>,
    pub(super) since: std::collections::BTreeMap<UserId, OffsetDateTime>,
}

impl Data {
    fn user(&self, id: UserId) -> Option<User> {
        let known = self.users.iter().find(|known| known.id == id)?;
        Some(User {
            id,
            email: known.email.clone(),
            password_hash: known.password_hash.clone(),
            created_at: *self.sign_in.since.get(&id).unwrap_or(&OffsetDateTime::UNIX_EPOCH),
        })
    }
}

impl SignInStore for MemoryStore {
    async fn user_for_sign_in(&self, email: &str) -> Result<Option<User>> {
        let data = self.data();
        let lower = email.to_lowercase();
        let found = data.users.iter().find(|user| user.email == email || user.email == lower);
        Ok(found.and_then(|user| data.user(user.id)))
    }

    async fn user(&self, id: UserId) -> Result<User> {
        self.data().user(id).ok_or(StoreError::NotFound)
    }

    async fn users(&self, after: Option<Cursor>, limit: u16) -> Result<Page<User>> {
        let data = self.data();
        let rows = data.users.iter().filter_map(|user| data.user(user.id)).collect();
        Ok(page(rows, Order::NewestFirst, after, limit, |row| (row.created_at, row.id.0)))
    }

    async fn set_password(&self, user: UserId, hash: &str) -> Result<()> {
        let mut data = self.data();
        let known = data.users.iter_mut().find(|known| known.id == user);
        hash.clone_into(&mut known.ok_or(StoreError::NotFound)?.password_hash);
        data.sign_in.sessions.retain(|(_, session)| session.user != user);
        Ok(())
    }

    async fn rehash_password(&self, user: UserId, before: &str, after: &str) -> Result<()> {
        let mut data = self.data();
        let known = data.users.iter_mut().find(|known| known.id == user);
        if let Some(known) = known.filter(|known| known.password_hash == before) {
            after.clone_into(&mut known.password_hash);
        }
        Ok(())
    }

    async fn memberships(&self, user: UserId) -> Result<Vec<Membership>> {
        let data = self.data();
        let of = data.users.iter().filter(|known| known.id == user);
        let mut memberships: Vec<_> = of
            .flat_map(|known| &known.memberships)
            .filter_map(|(organization, role)| {
                let name = data.organizations.get(organization)?.name.clone();
                Some(Membership { organization: *organization, name, role: *role })
            })
            .collect();
        memberships.sort_by(|a, b| (&a.name, a.organization).cmp(&(&b.name, b.organization)));
        Ok(memberships)
    }

    async fn add_session(
        &self,
        hash: &SecretHash,
        session: &Session,
        password_hash: &str,
    ) -> Result<()> {
        let mut data = self.data();
        let user = data.user(session.user).filter(|user| user.password_hash == password_hash);
        user.ok_or(StoreError::Conflict)?;
        data.sign_in.sessions.push((*hash, session.clone()));
        Ok(())
    }

    async fn use_session(
        &self,
        hash: &SecretHash,
        now: OffsetDateTime,
    ) -> Result<Option<SignedIn>> {
        let mut data = self.data();
        let kept = data.sign_in.sessions.iter_mut().find(|(known, _)| known == hash);
        let Some((_, session)) = kept.filter(|(_, session)| session.is_active(now)) else {
            return Ok(None);
        };
        let found = session.clone();
        if session.is_to_be_noted(now) {
            session.last_seen_at = now;
        }
        Ok(data.user(found.user).map(|user| SignedIn { session: found, email: user.email }))
    }

    async fn sessions(&self, user: UserId, now: OffsetDateTime) -> Result<Vec<Session>> {
        let data = self.data();
        let own = data.sign_in.sessions.iter().map(|(_, session)| session);
        let mut own: Vec<_> =
            own.filter(|session| session.user == user && session.is_active(now)).cloned().collect();
        own.sort_by_key(|session| std::cmp::Reverse((session.created_at, session.id)));
        Ok(own)
    }

    async fn end_session(&self, user: UserId, id: SessionId) -> Result<()> {
        let mut data = self.data();
        let before = data.sign_in.sessions.len();
        data.sign_in.sessions.retain(|(_, known)| (known.user, known.id) != (user, id));
        if data.sign_in.sessions.len() == before { Err(StoreError::NotFound) } else { Ok(()) }
    }

    async fn purge_sessions(&self, now: OffsetDateTime) -> Result<usize> {
        let mut data = self.data();
        let before = data.sign_in.sessions.len();
        data.sign_in.sessions.retain(|(_, session)| session.is_active(now));
        Ok(before - data.sign_in.sessions.len())
    }
}
