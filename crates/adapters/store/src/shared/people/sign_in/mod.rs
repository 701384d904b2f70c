//! Users, their sessions, second factors and forgotten passwords.

mod password;
mod reset;
mod second_factor;
mod sessions;

use super::super::{queue::job_row, sql::*};
use crate::names;
use access::{AttemptHash, OrganizationId, UserId};
use jobs::NewJob;
use persistence::{Cursor, Page};
use sessions::{SessionRow, standing};
use sign_in::{
    CODE_WITHIN, LastStep, Membership, PLACE_KNOWN_FOR, PasswordChange, PendingSignIn,
    RESET_VALID_FOR, ResetId, ResetRequest, SESSION_IDLE, SESSION_MAX, SecondFactor, SecretHash,
    Session, SessionId, SignInStore, SignedIn, User,
};
use time::OffsetDateTime;
use uuid::Uuid;

columns! {
    struct UserRow {
        id: Uuid,
        email: String,
        password_hash: String,
        created_at: OffsetDateTime,
    }
}

impl UserRow {
    fn into_domain(self) -> Result<User> {
        let Self { id, email, password_hash, created_at } = self;
        Ok(User { id: UserId(id), email, password_hash, created_at })
    }
}

columns! {
    struct EmailRow {
        email: String,
    }
}

columns! {
    struct MembershipRow {
        organization_id: Uuid,
        name: String,
        role: String,
    }
}

#[cfg_attr(not(test), compiled_once::compiled_once)]
impl SignInStore for Backend {
    async fn user_for_sign_in(&self, email: &str) -> Result<Option<User>> {
        if email.contains('\0') {
            return Ok(None);
        }
        let lower = email.to_lowercase();
        let mut conn = self.reader().await?;
        let query = sql!(
            "SELECT id, email, password_hash, created_at FROM users WHERE email IN ({}, {})
             ORDER BY email LIMIT 1",
            email,
            &lower
        );
        query.first::<UserRow>(read_conn!(conn)).await?.map(UserRow::into_domain).transpose()
    }

    async fn user(&self, id: UserId) -> Result<User> {
        let mut conn = self.reader().await?;
        let query =
            sql!("SELECT id, email, password_hash, created_at FROM users WHERE id = {}", id.0);
        query.one::<UserRow>(read_conn!(conn)).await?.into_domain()
    }

    async fn users(&self, after: Option<Cursor>, limit: u16) -> Result<Page<User>> {
        let query = sql!("SELECT id, email, password_hash, created_at FROM users WHERE true");
        self.page(page_query(query, after, limit), limit, UserRow::into_domain).await
    }

    async fn set_password(&self, user: UserId, hash: &str, mail: &NewJob) -> Result<()> {
        within!(self, conn => password::set(conn, user, (hash, mail)))
    }

    async fn change_password(&self, change: &PasswordChange<'_>) -> Result<()> {
        let key = self.secrets_key.as_ref();
        within!(self, conn => password::change(conn, change, key))
    }

    async fn rehash_password(&self, user: UserId, before: &str, after: &str) -> Result<()> {
        let mut conn = self.writer().await?;
        let rehash = sql!(
            "UPDATE users SET password_hash = {} WHERE id = {} AND password_hash = {}",
            after,
            user.0,
            before
        );
        rehash.execute(&mut conn).await.map(drop)
    }

    async fn memberships(&self, user: UserId) -> Result<Vec<Membership>> {
        let mut conn = self.reader().await?;
        let query = sql!(
            "SELECT m.organization_id, o.name, m.role FROM memberships m
             JOIN organizations o ON o.id = m.organization_id
             WHERE m.user_id = {} ORDER BY o.name, o.id",
            user.0
        );
        let rows: Vec<MembershipRow> = query.all(read_conn!(conn)).await?;
        let membership = |row: MembershipRow| {
            let organization = OrganizationId(row.organization_id);
            Ok(Membership { organization, name: row.name, role: names::role(&row.role)? })
        };
        rows.into_iter().map(membership).collect()
    }

    async fn add_session(
        &self,
        hash: &SecretHash,
        session: &Session,
        password_hash: &str,
    ) -> Result<()> {
        within!(self, conn => sessions::add(conn, hash, session, password_hash))
    }

    async fn use_session(
        &self,
        hash: &SecretHash,
        now: OffsetDateTime,
    ) -> Result<Option<SignedIn>> {
        let found = {
            let mut conn = self.reader().await?;
            let query = sql!(
                "SELECT s.id, s.user_id, s.created_at, s.last_seen_at, s.agent, u.email
                 FROM sessions s JOIN users u ON u.id = s.user_id WHERE s.hash = {} AND {}",
                &hash.0[..],
                standing(now)
            );
            query.first::<Both<SessionRow, EmailRow>>(read_conn!(conn)).await?
        };
        let Some(Both(session, EmailRow { email })) = found else { return Ok(None) };
        let session = session.into_domain();
        if session.is_to_be_noted(now) {
            let mut conn = self.writer().await?;
            let note =
                sql!("UPDATE sessions SET last_seen_at = {} WHERE hash = {}", now, &hash.0[..]);
            note.execute(&mut conn).await?;
        }
        Ok(Some(SignedIn { session, email }))
    }

    async fn sessions(&self, user: UserId, now: OffsetDateTime) -> Result<Vec<Session>> {
        let mut conn = self.reader().await?;
        let query = sql!(
            "SELECT s.id, s.user_id, s.created_at, s.last_seen_at, s.agent FROM sessions s
             WHERE s.user_id = {} AND {} ORDER BY s.created_at DESC, s.id DESC",
            user.0,
            standing(now)
        );
        let rows: Vec<SessionRow> = query.all(read_conn!(conn)).await?;
        Ok(rows.into_iter().map(SessionRow::into_domain).collect())
    }

    async fn end_session(&self, user: UserId, id: SessionId) -> Result<()> {
        let mut conn = self.writer().await?;
        let end = sql!("DELETE FROM sessions WHERE user_id = {} AND id = {}", user.0, id.0);
        match end.execute(&mut conn).await? {
            0 => Err(StoreError::NotFound),
            _ => Ok(()),
        }
    }

    async fn second_factor(&self, user: UserId) -> Result<Option<SecondFactor>> {
        let mut conn = self.reader().await?;
        let row = second_factor::of_user(user).first(read_conn!(conn)).await?;
        let read = |row: second_factor::FactorRow| row.into_domain(self.secrets_key.as_ref());
        row.map(read).transpose()
    }

    async fn keep_second_factor(
        &self,
        before: Option<&SecondFactor>,
        after: &SecondFactor,
        mail: Option<&NewJob>,
    ) -> Result<()> {
        within!(self, conn => async {
            second_factor::keep(conn, before, after, self.secrets_key.as_ref()).await?;
            match mail {
                Some(mail) => job_row(mail, mail.run_at).insert().execute(conn).await.map(drop),
                None => Ok(()),
            }
        })
    }

    async fn confirm_second_factor(
        &self,
        begun: &SecondFactor,
        after: &SecondFactor,
        here: SessionId,
        mail: &NewJob,
    ) -> Result<()> {
        let key = self.secrets_key.as_ref();
        within!(self, conn => second_factor::confirm(conn, (begun, after), (here, mail), key))
    }

    async fn remove_second_factor(&self, user: UserId, mail: Option<&NewJob>) -> Result<bool> {
        within!(self, conn => second_factor::remove(conn, user, mail))
    }

    async fn add_pending_sign_in(&self, hash: &SecretHash, pending: &PendingSignIn) -> Result<()> {
        let mut conn = self.writer().await?;
        let row = row!("pending_sign_ins",
            hash: &hash.0[..],
            user_id: pending.user.0,
            password_hash: &pending.password_hash,
            created_at: pending.created_at,
        );
        row.insert().execute(&mut conn).await.map(drop)
    }

    async fn pending_sign_in(&self, hash: &SecretHash) -> Result<Option<PendingSignIn>> {
        let mut conn = self.reader().await?;
        let query = sql!(
            "SELECT user_id, password_hash, created_at FROM pending_sign_ins WHERE hash = {}",
            &hash.0[..]
        );
        let row = query.first::<second_factor::PendingRow>(read_conn!(conn)).await?;
        Ok(row.map(second_factor::PendingRow::into_domain))
    }

    async fn finish_sign_in(&self, step: &LastStep<'_>) -> Result<()> {
        let key = self.secrets_key.as_ref();
        within!(self, conn => second_factor::finish(conn, step, key))
    }

    async fn ask_reset(&self, request: &ResetRequest, job: &NewJob) -> Result<()> {
        within!(self, conn => reset::ask(conn, request, job))
    }

    async fn reset_request(&self, id: ResetId) -> Result<ResetRequest> {
        let mut conn = self.reader().await?;
        let query = sql!("SELECT id, email, requested_at FROM password_resets WHERE id = {}", id.0);
        Ok(query.one::<reset::ResetRow>(read_conn!(conn)).await?.into_domain())
    }

    async fn add_reset_token(&self, id: ResetId, token: &SecretHash) -> Result<()> {
        let mut conn = self.writer().await?;
        let row = row!("password_reset_tokens", hash: &token.0[..], reset_id: id.0);
        row.insert().execute(&mut conn).await.map(drop)
    }

    async fn reset_by_token(&self, token: &SecretHash) -> Result<Option<ResetRequest>> {
        let mut conn = self.reader().await?;
        let query = sql!(
            "SELECT r.id, r.email, r.requested_at FROM password_resets r
             JOIN password_reset_tokens t ON t.reset_id = r.id
             WHERE t.hash = {} AND r.used_at IS NULL",
            &token.0[..]
        );
        let row = query.first::<reset::ResetRow>(read_conn!(conn)).await?;
        Ok(row.map(reset::ResetRow::into_domain))
    }

    async fn use_reset(
        &self,
        request: &ResetRequest,
        user: UserId,
        password_hash: &str,
        mail: &NewJob,
        now: OffsetDateTime,
    ) -> Result<()> {
        let taken = (user, password_hash, mail);
        within!(self, conn => reset::take(conn, request, taken, now))
    }

    async fn note_place(
        &self,
        user: UserId,
        origin: AttemptHash,
        now: OffsetDateTime,
    ) -> Result<()> {
        let mut conn = self.writer().await?;
        let note = sql!(
            "INSERT INTO sign_in_places (user_id, origin, seen_at) VALUES ({}, {}, {})
             ON CONFLICT (user_id, origin) DO UPDATE SET seen_at = excluded.seen_at",
            user.0,
            &origin.0[..],
            now
        );
        note.execute(&mut conn).await.map(drop)
    }

    async fn knows_place(
        &self,
        user: UserId,
        origin: AttemptHash,
        now: OffsetDateTime,
    ) -> Result<bool> {
        let mut conn = self.reader().await?;
        let query = sql!(
            "SELECT count(*) FROM sign_in_places
             WHERE user_id = {} AND origin = {} AND seen_at > {}",
            user.0,
            &origin.0[..],
            now - PLACE_KNOWN_FOR
        );
        Ok(query.one::<i64>(read_conn!(conn)).await? > 0)
    }

    async fn purge_sessions(&self, now: OffsetDateTime) -> Result<usize> {
        let sessions = |most: i64| {
            sql!(
                "DELETE FROM sessions WHERE hash IN (SELECT hash FROM sessions
                   WHERE last_seen_at <= {} OR created_at <= {} LIMIT {})",
                now - SESSION_IDLE,
                now - SESSION_MAX,
                most
            )
        };
        let pending = |most: i64| {
            sql!(
                "DELETE FROM pending_sign_ins WHERE hash IN (SELECT hash FROM pending_sign_ins
                   WHERE created_at <= {} ORDER BY created_at LIMIT {})",
                now - CODE_WITHIN,
                most
            )
        };
        let resets = |most: i64| {
            sql!(
                "DELETE FROM password_resets WHERE id IN (SELECT id FROM password_resets
                   WHERE requested_at <= {} ORDER BY requested_at LIMIT {})",
                now - RESET_VALID_FOR,
                most
            )
        };
        let places = |most: i64| {
            sql!(
                "DELETE FROM sign_in_places WHERE (user_id, origin) IN
                   (SELECT user_id, origin FROM sign_in_places
                    WHERE seen_at <= {} ORDER BY seen_at LIMIT {})",
                now - PLACE_KNOWN_FOR,
                most
            )
        };
        let ended = purge::in_batches(self, sessions).await?;
        let ended = ended + purge::in_batches(self, places).await?;
        let ended = ended + purge::in_batches(self, pending).await?;
        Ok(ended + purge::in_batches(self, resets).await?)
    }
}
