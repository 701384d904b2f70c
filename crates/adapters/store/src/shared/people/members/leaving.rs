//! Access that ends with a membership. It does not come back when the person is invited again.

use super::super::super::{sql::*, webhooks::endpoints::end_made_by};
use access::UserId;
use members::Group;
use oauth::connections::RevokedBecause;
use time::OffsetDateTime;
use webhooks::Owner;

/// Within the transaction that removes the member: ends their keys and connections, and the endpoints that they
/// registered with one of these or on a page. Keys of a partner belong to the partner.
pub(super) async fn end_access(
    conn: &mut Conn,
    group: Group,
    user: UserId,
    now: OffsetDateTime,
) -> Result<()> {
    let by_person = sql!("made_by_kind = 'person' AND made_by = {}", user.0);
    let organization = match group {
        Group::Partner(partner) => {
            return end_made_by(conn, Owner::Partner(partner), by_person, now).await;
        }
        Group::Organization(organization) => organization,
    };
    let made = sql!(
        "(({by_person})
          OR (made_by_kind = 'key' AND made_by IN (SELECT k.id FROM api_keys k
            WHERE k.organization_id = {organization} AND k.user_id = {user}))
          OR (made_by_kind = 'connection' AND made_by IN (SELECT c.id FROM oauth_connections c
            WHERE c.organization_id = {organization} AND c.user_id = {user})))",
        by_person = by_person,
        organization = organization,
        user = user.0,
    );
    end_made_by(conn, Owner::Organization(organization), made, now).await?;
    let keys = sql!(
        "UPDATE api_keys SET revoked_at = {}
         WHERE organization_id = {} AND user_id = {} AND revoked_at IS NULL",
        now,
        organization,
        user.0
    );
    keys.execute(conn).await?;
    let connections = sql!(
        "UPDATE oauth_connections SET revoked_at = {}, revoked_because = {}
         WHERE organization_id = {} AND user_id = {} AND revoked_at IS NULL",
        now,
        RevokedBecause::MemberLeft.name(),
        organization,
        user.0
    );
    connections.execute(conn).await.map(drop)
}
