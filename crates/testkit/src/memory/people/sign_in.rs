use crate::memory::{
    Result,
    page::page,
    store::{Data, MemoryStore},
};
use access::{AttemptHash, UserId};
use jobs::NewJob;
use persistence::{Cursor, Page, StoreError};
use sign_in::{
    LastStep, Membership, PLACE_KNOWN_FOR, PasswordChange, PendingSignIn, ResetId, ResetRequest,
    SecondFactor, SecretHash, Session, SessionId, SignInStore, SignedIn, User,
};
use time::OffsetDateTime;

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

    fn set_password(&mut self, user: UserId, hash: &str, mail: &NewJob) -> Result<()> {
        hash.clone_into(&mut self.known_user(user)?.password_hash);
        self.sign_in.sessions.retain(|(_, session)| session.user != user);
        self.enqueue(mail, mail.run_at).map(drop)
    }

    fn keep_second_factor(
        &mut self,
        before: Option<&SecondFactor>,
        after: &SecondFactor,
    ) -> Result<()> {
        self.user(after.user).ok_or(StoreError::NotFound)?;
        let kept = self.sign_in.factors.get(&after.user);
        if kept.map(|kept| kept.version) != before.map(|before| before.version) {
            return Err(StoreError::Conflict);
        }
        let version = before.map_or(1, |before| before.version + 1);
        self.sign_in.factors.insert(after.user, SecondFactor { version, ..after.clone() });
        Ok(())
    }
}

/// How many rows are left out.
fn purged<T>(rows: &mut Vec<T>, keep: impl Fn(&T) -> bool) -> usize {
    let before = rows.len();
    rows.retain(keep);
    before - rows.len()
}

impl SignInStore for MemoryStore {
    async fn user_for_sign_in(&self, email: &str) -> Result<Option<User>> {
        let data = self.call("user_for_sign_in")?;
        let lower = email.to_lowercase();
        let found = data.users.iter().find(|user| user.email == email || user.email == lower);
        Ok(found.and_then(|user| data.user(user.id)))
    }

    async fn user(&self, id: UserId) -> Result<User> {
        self.data().user(id).ok_or(StoreError::NotFound)
    }

    async fn users(&self, after: Option<Cursor>, limit: u16) -> Result<Page<User>> {
        let data = self.data();
        let rows = data.users.iter().filter_map(|user| data.user(user.id));
        Ok(page(rows, after, limit))
    }

    async fn set_password(&self, user: UserId, hash: &str, mail: &NewJob) -> Result<()> {
        self.call("set_password")?.set_password(user, hash, mail)
    }

    async fn change_password(&self, change: &PasswordChange<'_>) -> Result<()> {
        let mut data = self.data();
        let is_compared =
            data.user(change.user).is_some_and(|it| it.password_hash == change.before);
        if !is_compared {
            return Err(StoreError::NotFound);
        }
        if let Some((before, after)) = change.factor {
            data.keep_second_factor(Some(before), after)?;
        }
        let is_here = |it: &Session| (it.user, it.id) == (change.user, change.here);
        let here = data.sign_in.sessions.iter().find(|(_, session)| is_here(session)).cloned();
        data.set_password(change.user, change.after, change.mail)?;
        data.sign_in.sessions.extend(here);
        Ok(())
    }

    async fn rehash_password(&self, user: UserId, before: &str, after: &str) -> Result<()> {
        let mut data = self.data();
        let known = data.known_user(user).ok();
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

    async fn second_factor(&self, user: UserId) -> Result<Option<SecondFactor>> {
        Ok(self.data().sign_in.factors.get(&user).cloned())
    }

    async fn keep_second_factor(
        &self,
        before: Option<&SecondFactor>,
        after: &SecondFactor,
        mail: Option<&NewJob>,
    ) -> Result<()> {
        let mut data = self.data();
        data.keep_second_factor(before, after)?;
        mail.map_or(Ok(()), |mail| data.enqueue(mail, mail.run_at).map(drop))
    }

    async fn confirm_second_factor(
        &self,
        begun: &SecondFactor,
        after: &SecondFactor,
        here: SessionId,
        mail: &NewJob,
    ) -> Result<()> {
        let mut data = self.data();
        data.keep_second_factor(Some(begun), after)?;
        data.enqueue(mail, mail.run_at)?;
        let stays = |session: &Session| session.user != after.user || session.id == here;
        data.sign_in.sessions.retain(|(_, session)| stays(session));
        Ok(())
    }

    async fn remove_second_factor(&self, user: UserId, mail: Option<&NewJob>) -> Result<bool> {
        let mut data = self.data();
        if data.sign_in.factors.remove(&user).is_none() {
            return Ok(false);
        }
        if let Some(mail) = mail {
            data.enqueue(mail, mail.run_at)?;
        }
        Ok(true)
    }

    async fn add_pending_sign_in(&self, hash: &SecretHash, pending: &PendingSignIn) -> Result<()> {
        let mut data = self.data();
        data.user(pending.user).ok_or(StoreError::NotFound)?;
        data.sign_in.pending.push((*hash, pending.clone()));
        Ok(())
    }

    async fn pending_sign_in(&self, hash: &SecretHash) -> Result<Option<PendingSignIn>> {
        let data = self.call("pending_sign_in")?;
        let found = data.sign_in.pending.iter().find(|(known, _)| known == hash);
        Ok(found.map(|(_, pending)| pending.clone()))
    }

    async fn finish_sign_in(&self, step: &LastStep<'_>) -> Result<()> {
        let mut data = self.data();
        let user = data.user(step.pending.user);
        let stands = data.sign_in.pending.iter().any(|(known, _)| known == step.waiting)
            && user.is_some_and(|user| user.password_hash == step.pending.password_hash);
        if !stands {
            return Err(StoreError::NotFound);
        }
        data.keep_second_factor(Some(step.factor.0), step.factor.1)?;
        data.sign_in.pending.retain(|(known, _)| known != step.waiting);
        data.sign_in.sessions.push((*step.session.0, step.session.1.clone()));
        Ok(())
    }

    async fn ask_reset(&self, request: &ResetRequest, job: &NewJob) -> Result<()> {
        let mut data = self.data();
        if data.enqueue(job, request.requested_at)? {
            data.sign_in.resets.push((request.clone(), false));
        }
        Ok(())
    }

    async fn reset_request(&self, id: ResetId) -> Result<ResetRequest> {
        let data = self.call("reset_request")?;
        let found = data.sign_in.resets.iter().find(|(known, _)| known.id == id);
        found.map(|(request, _)| request.clone()).ok_or(StoreError::NotFound)
    }

    async fn add_reset_token(&self, id: ResetId, token: &SecretHash) -> Result<()> {
        let mut data = self.data();
        if !data.sign_in.resets.iter().any(|(known, _)| known.id == id) {
            return Err(StoreError::NotFound);
        }
        data.sign_in.reset_tokens.push((*token, id));
        Ok(())
    }

    async fn reset_by_token(&self, token: &SecretHash) -> Result<Option<ResetRequest>> {
        let data = self.call("reset_by_token")?;
        let found = data.sign_in.reset_tokens.iter().find(|(known, _)| known == token);
        let of = |id| data.sign_in.resets.iter().find(|(known, used)| known.id == id && !used);
        Ok(found.and_then(|(_, id)| of(*id)).map(|(request, _)| request.clone()))
    }

    async fn use_reset(
        &self,
        request: &ResetRequest,
        user: UserId,
        password_hash: &str,
        mail: &NewJob,
        _: OffsetDateTime,
    ) -> Result<()> {
        let mut data = self.data();
        let mut open = data.sign_in.resets.iter().filter(|(_, used)| !used);
        if !open.any(|(known, _)| known.id == request.id) {
            return Err(StoreError::Conflict);
        }
        data.set_password(user, password_hash, mail)?;
        let same = data.sign_in.resets.iter_mut().filter(|(known, _)| known.email == request.email);
        same.for_each(|(_, used)| *used = true);
        Ok(())
    }

    async fn note_place(
        &self,
        user: UserId,
        origin: AttemptHash,
        now: OffsetDateTime,
    ) -> Result<()> {
        let mut data = self.call("note_place")?;
        data.user(user).ok_or(StoreError::NotFound)?;
        data.sign_in.places.insert((user, origin), now);
        Ok(())
    }

    async fn knows_place(
        &self,
        user: UserId,
        origin: AttemptHash,
        now: OffsetDateTime,
    ) -> Result<bool> {
        let data = self.call("knows_place")?;
        let seen = data.sign_in.places.get(&(user, origin));
        Ok(seen.is_some_and(|at| *at > now - PLACE_KNOWN_FOR))
    }

    async fn purge_sessions(&self, now: OffsetDateTime) -> Result<usize> {
        let mut data = self.data();
        let kept = &mut data.sign_in;
        let sessions = purged(&mut kept.sessions, |(_, session)| session.is_active(now));
        let pending = purged(&mut kept.pending, |(_, pending)| pending.is_open(now));
        let resets = purged(&mut kept.resets, |(request, _)| request.is_open(now));
        let places = kept.places.len();
        kept.places.retain(|_, seen_at| *seen_at > now - PLACE_KNOWN_FOR);
        Ok(sessions + pending + resets + places - kept.places.len())
    }
}
