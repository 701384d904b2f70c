//! The members of a company or a partner, and who is invited.

use super::{
    account::place_of,
    answer::{Forms, failed, message, page as html, see_other},
    entry::{entered, posted, value},
    people::People,
    texts::Texts,
};
use access::{Role, UserId};
use actix_web::{
    HttpRequest, HttpResponse,
    http::StatusCode,
    web::{Data, Path},
};
use api_http::SmallBody;
use api_http::visitors::{Language, Moment, Visitor};
use askama::Template;
use members::{
    Group, Invitation, InvitationId, Member, MemberChange, MemberError, MemberRefused, Seats,
    may_give, may_manage,
};
use peppol_connector::credit::SEAT_PRICE;
use persistence::StoreError;
use runtime::wiring::App;
use sign_in::form_token;
use use_cases::people::members::{
    GroupPage, InviteError, change_member, end_invitation, group_page, invite,
};

#[derive(Template)]
#[template(path = "members.html")]
struct Shown<'a> {
    t: &'static Texts,
    p: &'static People,
    place: String,
    /// The pages of the company, or the partner.
    portal: String,
    name: &'a str,
    form_token: String,
    rows: Vec<Row>,
    invitations: Vec<InvitationRow>,
    /// The roles that the reader gives: names and texts.
    roles: Vec<(&'static str, &'static str)>,
    seats: Option<SeatsShown>,
    fault: Option<&'static str>,
}

struct SeatsShown {
    used: u32,
    /// The number of included people; `None` stands for any number.
    included: Option<u32>,
    paid: u32,
    /// The monthly price of one more person; `None` if there is none.
    price: Option<u64>,
}

impl SeatsShown {
    fn of(seats: Seats) -> Self {
        Self {
            used: seats.used,
            included: seats.plan.seats(),
            paid: seats.paid,
            price: (!seats.has_room()).then_some(SEAT_PRICE.0),
        }
    }
}

struct Row {
    user: UserId,
    email: String,
    role: &'static str,
    role_text: &'static str,
    changes: bool,
    leaves: bool,
}

impl Row {
    fn of(t: &Texts, member: Member, own: Role, reader: UserId) -> Self {
        Self {
            role: member.role.name(),
            role_text: t.role(&member.role),
            changes: may_give(own, member.role),
            leaves: member.user == reader,
            user: member.user,
            email: member.email,
        }
    }
}

struct InvitationRow {
    id: InvitationId,
    email: String,
    role_text: &'static str,
    until: Moment,
}

impl InvitationRow {
    fn of(language: Language, invitation: Invitation) -> Self {
        Self {
            id: invitation.new.id,
            role_text: Texts::of(language).role(&invitation.new.role),
            until: Moment::of(invitation.new.expires_at(), language.written()),
            email: invitation.new.email,
        }
    }
}

/// The group that a path names.
fn group_of(kind: &str, id: &str) -> Option<Group> {
    match kind {
        "organization" => id.parse().ok().map(Group::Organization),
        "partner" => id.parse().ok().map(Group::Partner),
        _ => None,
    }
}

fn portal_of(group: Group) -> String {
    match group {
        Group::Organization(id) => format!("/portal/{id}"),
        Group::Partner(id) => format!("/partner/{id}"),
    }
}

fn missing(http: &HttpRequest) -> HttpResponse {
    message(StatusCode::NOT_FOUND, Language::of(http), |t| t.over)
}

async fn show(
    http: &HttpRequest,
    app: &App,
    (visitor, group): (&Visitor, Group),
    fault: Option<(StatusCode, &'static str)>,
) -> HttpResponse {
    let language = Language::of(http);
    let reader = visitor.signed_in.session.user;
    let GroupPage { own, members, invitations, seats } = match group_page(app, reader, group).await
    {
        Ok(page) => page,
        Err(StoreError::NotFound) => return missing(http),
        Err(error) => return failed(language, &error),
    };
    let t = Texts::of(language);
    let row = |member| Row::of(t, member, own.role, reader);
    let invitation = |invitation| InvitationRow::of(language, invitation);
    let given = Role::ALL.into_iter().filter(|role| may_give(own.role, *role));
    let shown = Shown {
        t,
        p: People::of(language),
        place: place_of(group),
        portal: portal_of(group),
        name: &own.name,
        form_token: form_token(&visitor.cookie),
        rows: members.into_iter().map(row).collect(),
        invitations: invitations.into_iter().map(invitation).collect(),
        roles: given.filter(|_| may_manage(own.role)).map(|r| (r.name(), t.role(&r))).collect(),
        seats: seats.map(SeatsShown::of),
        fault: fault.map(|(_, text)| text),
    };
    html(fault.map_or(StatusCode::OK, |(status, _)| status), Forms::Here, &shown)
}

/// The status and the text for a refused change.
const fn fault_of(p: &People, refused: MemberRefused) -> (StatusCode, &'static str) {
    match refused {
        MemberRefused::NoMember => (StatusCode::NOT_FOUND, p.no_member),
        MemberRefused::NotAllowed => (StatusCode::FORBIDDEN, p.not_allowed),
        MemberRefused::LastOwner => (StatusCode::CONFLICT, p.last_owner),
        MemberRefused::AlreadyMember => (StatusCode::CONFLICT, p.already_member),
        MemberRefused::JustInvited => (StatusCode::TOO_MANY_REQUESTS, p.just_invited),
        MemberRefused::TooMany => (StatusCode::CONFLICT, p.too_many_members),
    }
}

async fn result_page(
    http: &HttpRequest,
    app: &App,
    (visitor, group): (&Visitor, Group),
    result: Result<(), MemberError>,
) -> HttpResponse {
    let p = People::of(Language::of(http));
    match result {
        Ok(()) => see_other(&place_of(group)),
        Err(MemberError::Refused(refused)) => {
            show(http, app, (visitor, group), Some(fault_of(p, refused))).await
        }
        Err(MemberError::Store(StoreError::NotFound)) => missing(http),
        Err(MemberError::Store(error)) => failed(Language::of(http), &error),
    }
}

/// `GET /members/{kind}/{id}`.
pub(super) async fn page(
    http: HttpRequest,
    app: Data<App>,
    path: Path<(String, String)>,
) -> HttpResponse {
    let visitor = match entered(&http, &app).await {
        Ok(visitor) => visitor,
        Err(answer) => return answer,
    };
    match group_of(&path.0, &path.1) {
        Some(group) => show(&http, &app, (&visitor, group), None).await,
        None => missing(&http),
    }
}

/// `POST …/invite`.
pub(super) async fn invite_somebody(
    http: HttpRequest,
    app: Data<App>,
    path: Path<(String, String)>,
    body: SmallBody,
) -> HttpResponse {
    let (visitor, form) = match posted(&http, &app, &body).await {
        Ok(posted) => posted,
        Err(answer) => return answer,
    };
    let Some(group) = group_of(&path.0, &path.1) else { return missing(&http) };
    let (user, p) = (visitor.signed_in.session.user, People::of(Language::of(&http)));
    let wrong = |text| Some((StatusCode::BAD_REQUEST, text));
    let Ok(role) = value(&form, "role").parse::<Role>() else {
        return show(&http, &app, (&visitor, group), wrong(p.wrong_role)).await;
    };
    match invite(&**app, user, group, (value(&form, "email"), role)).await {
        Ok(()) => {
            app.notifier.jobs();
            see_other(&place_of(group))
        }
        Err(InviteError::Email(_)) => {
            show(&http, &app, (&visitor, group), wrong(p.wrong_email)).await
        }
        Err(InviteError::Member(error)) => {
            result_page(&http, &app, (&visitor, group), Err(error)).await
        }
    }
}

/// `POST …/invitations/{invitation}/end`.
pub(super) async fn end(
    http: HttpRequest,
    app: Data<App>,
    path: Path<(String, String, String)>,
    body: SmallBody,
) -> HttpResponse {
    let visitor = match posted(&http, &app, &body).await {
        Ok((visitor, _)) => visitor,
        Err(answer) => return answer,
    };
    let (Some(group), Ok(id)) = (group_of(&path.0, &path.1), path.2.parse()) else {
        return missing(&http);
    };
    let ended = end_invitation(&**app, visitor.signed_in.session.user, group, id).await;
    result_page(&http, &app, (&visitor, group), ended).await
}

/// `POST /members/{kind}/{id}/{user}`: another role, or `remove`.
pub(super) async fn change(
    http: HttpRequest,
    app: Data<App>,
    path: Path<(String, String, String)>,
    body: SmallBody,
) -> HttpResponse {
    let (visitor, form) = match posted(&http, &app, &body).await {
        Ok(posted) => posted,
        Err(answer) => return answer,
    };
    let (Some(group), Ok(user)) = (group_of(&path.0, &path.1), path.2.parse()) else {
        return missing(&http);
    };
    let change = match value(&form, "do") {
        "remove" => Some(MemberChange::Remove),
        _ => value(&form, "role").parse().ok().map(MemberChange::Role),
    };
    let Some(change) = change else {
        let p = People::of(Language::of(&http));
        let fault = Some((StatusCode::BAD_REQUEST, p.wrong_role));
        return show(&http, &app, (&visitor, group), fault).await;
    };
    let actor = visitor.signed_in.session.user;
    let changed = change_member(&**app, actor, group, (user, change)).await;
    if changed.is_ok() && actor == user && change == MemberChange::Remove {
        return see_other("/account");
    }
    result_page(&http, &app, (&visitor, group), changed).await
}
