use crate::fault::ProjectFault;
use crate::{BudgetInput, Project, ProjectStatus};
use invoicing::{
    ContactId, Violations,
    checks::{TextShape, check_text},
};
use money::Currency;
use persistence::ids::ProjectId;
use refusals::FieldFault;
use service_day::within_bounds;
use time::{Date, OffsetDateTime};

/// Longest code, in characters.
const MAX_CODE: usize = 50;

/// Longest name, in characters.
const MAX_NAME: usize = 200;

/// Longest note, in characters.
const MAX_NOTE: usize = 2_000;

/// A project as the caller sends it. A change replaces all of it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ProjectInput {
    /// The version that the caller has read. If it is outdated, the change is refused.
    pub version: Option<i64>,
    /// The code: required, at most 50 characters.
    pub code: Option<String>,
    /// The name: required, at most 200 characters.
    pub name: Option<String>,
    /// The contact that the project is for.
    pub customer_id: Option<ContactId>,
    /// The first day.
    pub start_date: Option<Date>,
    /// The last day.
    pub end_date: Option<Date>,
    /// The budget.
    pub budget: Option<BudgetInput>,
    /// A note of at most 2000 characters.
    pub note: Option<String>,
    /// The status; open by default.
    pub status: Option<ProjectStatus>,
    /// Whether it is archived; by default it is not.
    pub archived: Option<bool>,
}

impl ProjectInput {
    /// The new project. `home` is the organization's own currency; `found` has the violations that parsing has found
    /// already. Whether the contact exists is checked elsewhere.
    ///
    /// # Errors
    /// Every violation, with its JSON path.
    pub fn check(
        &self,
        id: ProjectId,
        now: OffsetDateTime,
        home: Currency,
        mut found: Violations,
    ) -> Result<Project, Violations> {
        let code = required("code", self.code.as_deref(), MAX_CODE, &mut found);
        let name = required("name", self.name.as_deref(), MAX_NAME, &mut found);
        let note = self.note.as_deref();
        let note = note.and_then(|note| {
            check_text("note", note, 0, MAX_NOTE, TextShape::Paragraphs, &mut found)
        });
        self.check_days(&mut found);
        let budget = self.budget.and_then(|budget| budget.check(home, &mut found));
        found.into_result()?;
        Ok(Project {
            id,
            code: code.unwrap_or_default(),
            name: name.unwrap_or_default(),
            customer_id: self.customer_id,
            start_date: self.start_date,
            end_date: self.end_date,
            budget,
            note,
            status: self.status.unwrap_or_default(),
            archived_at: self.archived.unwrap_or_default().then_some(now),
            version: 1,
            created_at: now,
        })
    }

    /// The project with everything that the input describes.
    ///
    /// # Errors
    /// As [`Self::check`].
    pub fn change(
        &self,
        before: &Project,
        now: OffsetDateTime,
        home: Currency,
        found: Violations,
    ) -> Result<Project, Violations> {
        let after = self.check(before.id, now, home, found)?;
        let archived_at = after.archived_at.map(|at| before.archived_at.unwrap_or(at));
        let (version, created_at) = (before.version + 1, before.created_at);
        Ok(Project { archived_at, version, created_at, ..after })
    }

    fn check_days(&self, found: &mut Violations) {
        for (field, day) in [("start_date", self.start_date), ("end_date", self.end_date)] {
            if let Some(Err(error)) = day.map(within_bounds) {
                found.add(field, error);
            }
        }
        if let Some((start, end)) = self.start_date.zip(self.end_date)
            && end < start
        {
            found.add("end_date", ProjectFault::EndBeforeStart { start });
        }
    }
}

/// A text of one line, of 1 to `most` characters.
fn required(
    field: &str,
    text: Option<&str>,
    most: usize,
    found: &mut Violations,
) -> Option<String> {
    match text {
        Some(text) => check_text(field, text, 1, most, TextShape::Line, found),
        None => {
            found.add(field, FieldFault::Required);
            None
        }
    }
}
