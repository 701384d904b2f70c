//! A request of a signed-in person for a page of a company or a partner.

use crate::{
    blocks::Field as BlockField,
    error::PageError,
    form::{Form, PASSWORD, Upload, body, fault_at},
    texts::Texts,
    words::Words,
    workspace::Workspace,
};
use access::{Credential, KeyHolder, OrganizationId, Scope, Tier};
use actix_web::{FromRequest, HttpMessage, HttpRequest, dev::Payload, web::Data};
use agent_requests::Field;
use api_http::visitors::{Language, Visitor, visitor};
use api_http::{Body, Query, app_of, error::ApiError, introduction, paging::after_of};
use idempotency::{Fingerprint, Key, Lease, LeaseToken};
use invoicing::Violations;
use members::PartnerMembership;
use persistence::{Cursor, Listed, Page as Rows};
use runtime::{secrets, wiring::App};
use serde_json::{Map, Value};
use sign_in::Membership;
use std::{future::Future, ops::Deref, pin::Pin};
use use_cases::{
    Context,
    people::{
        members::{Belongings, belongings},
        sign_in::{Proven, SignInError, prove},
    },
    webhooks::Owned,
};
use uuid::Uuid;

/// A request of a signed-in person for a page of a company or a partner that they belong to.
pub(crate) struct Visit<At = Membership> {
    pub(crate) visitor: Visitor,
    /// All companies of the person, by name.
    pub(crate) memberships: Vec<Membership>,
    /// All partners of the person, by name.
    pub(crate) partners: Vec<PartnerMembership>,
    /// The membership in the company or partner of the page.
    pub(crate) member: At,
    pub(crate) tier: Tier,
    pub(crate) words: Words,
    pub(crate) http: HttpRequest,
    app: Data<App>,
}

impl<At> Deref for Visit<At> {
    type Target = App;

    fn deref(&self) -> &App {
        &self.app
    }
}

impl<At: Workspace> FromRequest for Visit<At> {
    type Error = PageError;
    type Future = Pin<Box<dyn Future<Output = Result<Self, PageError>>>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        let (http, says) = (request.clone(), introduction(request));
        Box::pin(async move {
            let app = app_of(&http)?;
            let visitor = visitor(&http, &app).await?.ok_or(PageError::SignIn)?;
            let user = visitor.signed_in.session.user;
            says.of(user.0);
            let Belongings { companies: memberships, partners } = belongings(&**app, user).await?;
            let (id, mode) = (http.match_info().query(At::BELOW), http.match_info().query("mode"));
            let member = At::of(id, &memberships, &partners).ok_or(PageError::Missing)?;
            let tier = Tier::of_name(mode);
            let tier = tier.ok_or(PageError::Missing)?;
            if let Some(organization) = member.organization() {
                http.extensions_mut().insert(organization);
            }
            let words = Words::of(Language::of(&http));
            Ok(Visit { visitor, memberships, partners, member, tier, words, http, app })
        })
    }
}

impl Visit {
    /// The company, if the role includes the scope.
    ///
    /// # Errors
    /// 403.
    pub(crate) fn require(&self, scope: Scope) -> Result<OrganizationId, PageError> {
        self.allow(scope)?;
        Ok(self.member.organization)
    }

    /// The context for a use case, if the role includes the scope.
    ///
    /// # Errors
    /// 403.
    pub(crate) fn context(&self, scope: Scope) -> Result<Context<'_, App>, PageError> {
        self.allow(scope)?;
        Ok(self.use_case())
    }

    /// The context for a use case of a part of a page, whose scope the page has checked before.
    pub(crate) fn use_case(&self) -> Context<'_, App> {
        Context::new(&**self, self.member.organization, self.tier).by(self.person())
    }
}

impl<At: Workspace> Visit<At> {
    /// The person as the acting credential.
    pub(crate) const fn person(&self) -> Credential {
        Credential::Person(self.visitor.signed_in.session.user)
    }

    pub(crate) const fn t(&self) -> &'static Texts {
        self.words.t
    }

    /// Whether the role includes the scope.
    pub(crate) fn may(&self, scope: Scope) -> bool {
        self.member.scopes().has(scope)
    }

    /// Checks that the role includes the scope.
    ///
    /// # Errors
    /// 403.
    pub(crate) fn allow(&self, scope: Scope) -> Result<(), PageError> {
        self.may(scope).then_some(()).ok_or(PageError::Role(scope))
    }

    /// The owner of the webhooks for a use case, if the role includes settings.
    ///
    /// # Errors
    /// 403.
    pub(crate) fn webhooks(&self) -> Result<Owned<'_, App>, PageError> {
        let who = (self.visitor.signed_in.session.user, self.tier);
        Ok(Owned::by_member(&**self, self.member.owner(), who, self.member.scopes())?)
    }

    /// The person as a creator of keys.
    ///
    /// # Errors
    /// Storage.
    pub(crate) async fn holder(&self) -> Result<KeyHolder, PageError> {
        self.member.holder(&self.app, self.visitor.signed_in.session.user, self.tier).await
    }

    /// The field for the password, when the form needs it again.
    pub(crate) fn proof(&self, tier: Tier, found: &Violations) -> Option<BlockField> {
        let session = &self.visitor.signed_in.session;
        session.must_prove(tier, self.clock.now()).then(|| BlockField {
            autocomplete: "current-password",
            ..BlockField::new(PASSWORD, self.t().password_again, "")
                .kind("password")
                .required()
                .hint(self.t().password_hint)
                .fault(fault_at(found, PASSWORD))
        })
    }

    /// Checks the password of a form that needs it again.
    ///
    /// # Errors
    /// [`PageError::Password`]; 429 and 503 as at sign-in.
    pub(crate) async fn prove(&self, tier: Tier, form: &Form) -> Result<Proven, PageError> {
        match prove(&**self, &self.visitor.signed_in, tier, form.text(PASSWORD)).await {
            Ok(proven) => Ok(proven),
            Err(SignInError::Wrong) => Err(PageError::Password),
            Err(error) => Err(ApiError::from(error).into()),
        }
    }

    /// The path of a page of this company or partner.
    pub(crate) fn path(&self, rest: &str) -> String {
        path_in(&self.member.base(), self.tier, rest)
    }

    /// An id in the path. A text that is not a UUID is the id of no record.
    ///
    /// # Errors
    /// 404.
    pub(crate) fn id(&self, parameter: &str) -> Result<Uuid, PageError> {
        let text = self.http.match_info().query(parameter);
        Uuid::try_parse(text).map_err(|_| PageError::Missing)
    }

    /// An index into a list; the path counts from 1.
    ///
    /// # Errors
    /// 404.
    pub(crate) fn place(&self, parameter: &str) -> Result<usize, PageError> {
        let number = self.http.match_info().query(parameter).parse::<usize>().ok();
        number.and_then(|number| number.checked_sub(1)).ok_or(PageError::Missing)
    }

    /// The parameters of the query.
    ///
    /// # Errors
    /// 400.
    pub(crate) fn query(&self) -> Result<Query, PageError> {
        Ok(Query::of(&self.http)?)
    }

    /// The query of a list, whose filters are still to be taken, and the row after which the page begins. The parameter
    /// of a confirmation is removed.
    ///
    /// # Errors
    /// 400.
    pub(crate) fn list(&self) -> Result<(Query, Option<Cursor>), PageError> {
        let mut query = self.query()?;
        let _ = query.text("done");
        let after = after_of(&mut query);
        Ok((query, after))
    }

    /// The address of the next page of rows, and the text of the link.
    pub(crate) fn next_rows<T: Listed>(&self, rows: &Rows<T>) -> Option<(String, &'static str)> {
        let next = next_page(self.http.query_string(), rows.next());
        next.map(|href| (href, self.t().next_rows))
    }

    /// The posted form, which a page of this session must have sent.
    ///
    /// # Errors
    /// [`PageError::Stale`].
    pub(crate) fn form(&self, body: &Body) -> Result<Form, PageError> {
        self.own(Form::read(&self.http, body)?)
    }

    fn own(&self, form: Form) -> Result<Form, PageError> {
        if !self.visitor.owns_form(&self.http, &self.app, form.filled("form_token")) {
            return Err(PageError::Stale);
        }
        tracing::info!(
            user.id = %self.visitor.signed_in.session.user,
            place = self.member.base(),
            http.path = self.http.path(),
            "form sent by a person"
        );
        Ok(form)
    }

    /// The posted form with a file.
    ///
    /// # Errors
    /// [`PageError::Stale`].
    pub(crate) async fn form_with_file(&self, body: &Body) -> Result<(Form, Upload), PageError> {
        let (form, file) = Form::read_with_file(&self.http, body).await?;
        Ok((self.own(form)?, file))
    }

    /// The lease of a form that has its effect once, however often it is sent. The path belongs to the fingerprint,
    /// because it names the record.
    pub(crate) fn lease(
        &self,
        operation: &'static str,
        form: &Form,
    ) -> Option<(Lease, Fingerprint)> {
        let key = Key::parse(form.filled("once")?).ok()?;
        let lease = Lease::new(operation, self.tier, key, LeaseToken(Uuid::now_v7()));
        let sent = format!("{}\n{}", self.http.path(), form.encoded());
        Some((lease, Fingerprint(secrets::sha256(sent.as_bytes()))))
    }
}

/// The path of a page below a base.
pub(crate) fn path_in(base: &str, tier: Tier, rest: &str) -> String {
    match rest {
        "" => format!("{base}/{}", tier.name()),
        rest => format!("{base}/{}/{rest}", tier.name()),
    }
}

/// The hidden field with the key of [`Visit::lease`]. A form that is shown again keeps its key.
pub(crate) fn once(form: &Form) -> BlockField {
    let known = form.filled("once").map(str::to_owned);
    BlockField::hidden("once", known.unwrap_or_else(|| Uuid::new_v4().to_string()))
}

/// Parses a form as the body that the API would get.
pub(crate) fn read<R: Field<Value: Default>>(object: Map<String, Value>) -> (R::Value, Violations) {
    agent_requests::read_with_violations::<R>(&body(object))
}

/// Parses a form that must be valid.
///
/// # Errors
/// The violations.
pub(crate) fn read_right<R: Field>(object: Map<String, Value>) -> Result<R::Value, Violations> {
    agent_requests::read::<R>(&body(object))
}

/// The address of the next page of rows, with the same filters.
fn next_page(query: &str, next: Option<Cursor>) -> Option<String> {
    let next = api_http::paging::encode(next?);
    let pairs = url::form_urlencoded::parse(query.as_bytes());
    let kept = pairs.filter(|(name, value)| name != "after" && name != "done" && !value.is_empty());
    let mut query = url::form_urlencoded::Serializer::new(String::new());
    Some(format!("?{}", query.extend_pairs(kept).append_pair("after", &next).finish()))
}
