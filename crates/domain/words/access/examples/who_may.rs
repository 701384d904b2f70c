//! Shows what a viewer's key may do with the scopes that were put on it.
use access::{
    ApiKey, ApiKeyId, KeyOwner, OrganizationId, Plan, Role, Scope, Scopes, Tier, UserId, authorize,
};
use uuid::Uuid;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let organization = OrganizationId(Uuid::from_u128(1));
    let key = ApiKey {
        id: ApiKeyId(Uuid::from_u128(2)),
        tier: Tier::Test,
        scopes: Scopes::of(&[Scope::InvoiceRead, Scope::InvoiceCreate]),
        owner: KeyOwner::User {
            user: UserId(Uuid::from_u128(3)),
            organization,
            role: Some(Role::Viewer),
        },
        plan: Some(Plan::Free),
        expires_at: None,
    };
    let tenant = authorize(&key, Some(organization), false)?;
    println!("effective scopes: {}", tenant.scopes);
    if let Err(refused) = tenant.require(Scope::InvoiceCreate) {
        println!("403: {refused}");
    }
    Ok(())
}
