use super::Shared;
use accounting_programs::{
    Account, AccountingProgram, Answered, Document, ItemAnswer, ProgramFailure, ProgramInfo,
};
use std::collections::HashMap;

/// An accounting program in memory. It creates each document once, under its external id, unless the test says
/// otherwise.
#[derive(Debug, Clone, Default)]
pub struct FakeAccountingProgram(Shared<State>);

#[derive(Debug, Default)]
struct State {
    /// The external ids of what was made, in this order.
    made: Vec<String>,
    refused: HashMap<String, String>,
    silent_about: Vec<String>,
    failures: Vec<(ProgramFailure, bool)>,
    is_down: Option<ProgramFailure>,
    refused_whole: HashMap<String, ProgramFailure>,
    takes_over: bool,
    /// The external ids that were accepted and not created yet.
    taken: Vec<String>,
    hangs: bool,
    makes_doubles: bool,
    requests: usize,
    looked_up: usize,
}

impl FakeAccountingProgram {
    /// From now on the document with this external id is refused.
    pub fn refuse(&self, external_id: &str, reason: &str) {
        self.0.lock().refused.insert(external_id.to_owned(), reason.to_owned());
    }

    /// From now on nothing is refused.
    pub fn refuse_nothing(&self) {
        self.0.lock().refused.clear();
    }

    /// There is no answer about this external id, and nothing is created for it.
    pub fn say_nothing_about(&self, external_id: &str) {
        self.0.lock().silent_about.push(external_id.to_owned());
    }

    /// A request with this external id fails as a whole and has no effect.
    pub fn fail_with(&self, external_id: &str, failure: ProgramFailure) {
        self.0.lock().refused_whole.insert(external_id.to_owned(), failure);
    }

    /// From now on documents are accepted, and created when the test says so.
    pub fn take_over(&self) {
        self.0.lock().takes_over = true;
    }

    /// Makes what it has taken over.
    pub fn make_taken(&self) {
        let mut state = self.0.lock();
        let taken = std::mem::take(&mut state.taken);
        state.made.extend(taken);
    }

    /// It knows no external ids when something is made: what is sent twice is made twice.
    pub fn makes_doubles(&self) {
        self.0.lock().makes_doubles = true;
    }

    /// The next request is carried out, and its answer never comes.
    pub fn hang_once(&self) {
        self.0.lock().hangs = true;
    }

    /// How many requests there were to look for documents.
    #[must_use]
    pub fn looked_up(&self) -> usize {
        self.0.lock().looked_up
    }

    /// The next request fails so; with `carried_out` what it asks for is done nevertheless.
    pub fn fail_once(&self, failure: ProgramFailure, carried_out: bool) {
        self.0.lock().failures.push((failure, carried_out));
    }

    /// Every request fails like this, until the program is up again (`None`).
    pub fn set_down(&self, failure: Option<ProgramFailure>) {
        self.0.lock().is_down = failure;
    }

    /// The external ids of what was made, in this order.
    #[must_use]
    pub fn made(&self) -> Vec<String> {
        self.0.lock().made.clone()
    }

    /// How many requests there were to make documents.
    #[must_use]
    pub fn requests(&self) -> usize {
        self.0.lock().requests
    }
}

impl State {
    fn post(&mut self, documents: &[Document]) -> Result<Vec<Answered>, ProgramFailure> {
        self.requests += 1;
        let whole = documents.iter().find_map(|it| self.refused_whole.get(&it.external_id));
        if let Some(failure) = self.is_down.as_ref().or(whole) {
            return Err(failure.clone());
        }
        let failure = self.failures.pop();
        if let Some((failure, false)) = failure {
            return Err(failure);
        }
        let mut answers = Vec::new();
        for document in documents {
            let answer = self.make(document);
            answers.extend(answer.map(|answer| Answered { posting: document.posting, answer }));
        }
        match failure {
            Some((failure, _)) => Err(failure),
            None => Ok(answers),
        }
    }

    fn make(&mut self, document: &Document) -> Option<ItemAnswer> {
        let id = &document.external_id;
        if self.silent_about.contains(id) {
            return None;
        }
        if let Some(reason) = self.refused.get(id) {
            return Some(ItemAnswer::Refused { reason: reason.clone() });
        }
        if self.takes_over {
            self.taken.push(id.clone());
            return Some(ItemAnswer::Taken);
        }
        if self.makes_doubles || !self.made.contains(id) {
            self.made.push(id.clone());
        }
        self.known(id)
    }

    fn known(&self, id: &str) -> Option<ItemAnswer> {
        let place = self.made.iter().position(|made| made == id)?;
        let (id, number) = (Some(format!("{}", place + 1)), None);
        Some(ItemAnswer::Created { id, number, note: None })
    }
}

impl AccountingProgram for FakeAccountingProgram {
    async fn post(
        &self,
        _: Account<'_>,
        documents: &[Document],
    ) -> Result<Vec<Answered>, ProgramFailure> {
        let (answers, hangs) = {
            let mut state = self.0.lock();
            (state.post(documents), std::mem::take(&mut state.hangs))
        };
        if hangs {
            std::future::pending::<()>().await;
        }
        answers
    }

    async fn find(
        &self,
        _: Account<'_>,
        documents: &[Document],
    ) -> Result<Vec<Answered>, ProgramFailure> {
        let mut state = self.0.lock();
        state.looked_up += 1;
        if let Some(failure) = &state.is_down {
            return Err(failure.clone());
        }
        let found = documents.iter().filter_map(|document| {
            let answer = state.known(&document.external_id)?;
            Some(Answered { posting: document.posting, answer })
        });
        Ok(found.collect())
    }

    async fn test(&self, account: Account<'_>) -> Result<ProgramInfo, ProgramFailure> {
        match &self.0.lock().is_down {
            Some(failure) => Err(failure.clone()),
            None => Ok(ProgramInfo { company: None, ico: Some(account.firm.ico.clone()) }),
        }
    }
}
