//! The two kinds of portal that a person may open: of a company, and of a partner.

use crate::{error::PageError, texts::Texts};
use access::{
    KeyHolder, NewKeyOwner, OrganizationId, PartnerId, Role, Scope, Scopes, Tier, UserId,
};
use members::PartnerMembership;
use runtime::wiring::App;
use sign_in::Membership;
use std::future::Future;
use use_cases::people::keys::member_holder;
use webhooks::Owner;

/// An entry of the navigation: its path, its label, and the scope that it needs.
pub(crate) type Entry = (&'static str, &'static str, Scope);

/// A company or a partner whose pages are shown. Both have pages of keys and webhooks.
pub(crate) trait Workspace: Clone + 'static {
    /// The name of the path parameter with its id.
    const BELOW: &'static str;

    /// The path of its search page, if it has one.
    const SEARCH: Option<&'static str>;

    /// The one with this id among those that the visitor belongs to.
    fn of(id: &str, companies: &[Membership], partners: &[PartnerMembership]) -> Option<Self>;

    fn name(&self) -> &str;

    fn role(&self) -> Role;

    /// The scopes of the role.
    fn scopes(&self) -> Scopes {
        self.role().scopes()
    }

    /// The preselected scopes of a new key.
    fn usual_scopes(&self) -> Scopes {
        self.scopes()
    }

    /// The owner of its webhooks.
    fn owner(&self) -> Owner;

    /// The path of the workspace: `/portal/{organization}` or `/partner/{partner}`.
    fn base(&self) -> String;

    /// The page of the people who belong to it.
    fn members(&self) -> String;

    /// The organization that requests are counted and logged for.
    fn organization(&self) -> Option<OrganizationId>;

    /// The person as one who makes keys.
    fn holder(
        &self,
        app: &App,
        user: UserId,
        tier: Tier,
    ) -> impl Future<Output = Result<KeyHolder, PageError>>;

    fn entries(t: &'static Texts) -> Vec<Entry>;

    /// The notice about the sandbox.
    fn sandbox_note(t: &'static Texts) -> &'static str;
}

impl Workspace for Membership {
    const BELOW: &'static str = "organization";
    const SEARCH: Option<&'static str> = Some("search");

    fn of(id: &str, companies: &[Membership], _: &[PartnerMembership]) -> Option<Self> {
        let id = id.parse::<OrganizationId>().ok()?;
        companies.iter().find(|it| it.organization == id).cloned()
    }

    fn name(&self) -> &str {
        &self.name
    }

    fn role(&self) -> Role {
        self.role
    }

    fn owner(&self) -> Owner {
        Owner::Organization(self.organization)
    }

    fn base(&self) -> String {
        company_base(self.organization)
    }

    fn members(&self) -> String {
        format!("/members/organization/{}", self.organization)
    }

    fn organization(&self) -> Option<OrganizationId> {
        Some(self.organization)
    }

    async fn holder(&self, app: &App, user: UserId, tier: Tier) -> Result<KeyHolder, PageError> {
        Ok(member_holder(app, (user, self.role), self.organization, tier).await?)
    }

    fn entries(t: &'static Texts) -> Vec<Entry> {
        vec![
            ("", t.overview, Scope::ReportRead),
            ("invoices", t.invoices, Scope::InvoiceRead),
            ("contracts", t.contracts, Scope::ContractRead),
            ("received", t.received, Scope::InvoiceRead),
            ("expenses", t.expenses, Scope::InvoiceRead),
            ("offsets", t.offsets, Scope::InvoiceRead),
            ("projects", t.projects, Scope::ProjectRead),
            ("stock", t.stock, Scope::StockRead),
            ("sends", t.sends, Scope::InvoiceRead),
            ("statements", t.statements, Scope::BankRead),
            ("customers", t.customers, Scope::InvoiceRead),
            ("accounts", t.accounts, Scope::BankRead),
            ("exports", t.exports, Scope::ReportRead),
            ("plan", t.plan, Scope::ReportRead),
            ("settings", t.settings, Scope::SettingsUpdate),
            ("keys", t.keys, Scope::SettingsUpdate),
            ("webhooks", t.webhooks, Scope::SettingsUpdate),
            ("connections", t.connections, Scope::InvoiceRead),
        ]
    }

    fn sandbox_note(t: &'static Texts) -> &'static str {
        t.sandbox_note
    }
}

impl Workspace for PartnerMembership {
    const BELOW: &'static str = "partner";
    const SEARCH: Option<&'static str> = None;

    fn of(id: &str, _: &[Membership], partners: &[PartnerMembership]) -> Option<Self> {
        let id = id.parse::<PartnerId>().ok()?;
        partners.iter().find(|it| it.partner == id).cloned()
    }

    fn name(&self) -> &str {
        &self.name
    }

    fn role(&self) -> Role {
        self.role
    }

    fn usual_scopes(&self) -> Scopes {
        Scopes::usual(NewKeyOwner::Partner(self.partner)).intersection(self.scopes())
    }

    fn owner(&self) -> Owner {
        Owner::Partner(self.partner)
    }

    fn base(&self) -> String {
        partner_base(self.partner)
    }

    fn members(&self) -> String {
        format!("/members/partner/{}", self.partner)
    }

    fn organization(&self) -> Option<OrganizationId> {
        None
    }

    async fn holder(&self, _: &App, user: UserId, tier: Tier) -> Result<KeyHolder, PageError> {
        Ok(KeyHolder::partner_member((user, self.role), self.partner, tier))
    }

    fn entries(t: &'static Texts) -> Vec<Entry> {
        vec![
            ("", t.organizations, Scope::InvoiceRead),
            ("usage", t.usage, Scope::ReportRead),
            ("events", t.feed, Scope::InvoiceRead),
            ("keys", t.keys, Scope::SettingsUpdate),
            ("webhooks", t.webhooks, Scope::SettingsUpdate),
        ]
    }

    fn sandbox_note(t: &'static Texts) -> &'static str {
        t.partner_sandbox_note
    }
}

/// The pages of a company.
pub(crate) fn company_base(organization: OrganizationId) -> String {
    format!("/portal/{organization}")
}

/// The pages of a partner.
pub(crate) fn partner_base(partner: PartnerId) -> String {
    format!("/partner/{partner}")
}
