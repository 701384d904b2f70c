use super::Shared;
use accounting_programs::{
    Account, AccountingProgram, Answered, Document, ItemAnswer, ProgramFailure, ProgramInfo,
};
use std::collections::HashMap;

/// An accounting program in memory. It makes a document of everything once, under its external id, unless the test says
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
    requests: usize,
}

impl FakeAccountingProgram {
    /// What is written under this external id is refused from now on.
    pub fn refuse(&self, external_id: &str, reason: &str) {
        self.0.lock().refused.insert(external_id.to_owned(), reason.to_owned());
    }

    /// Nothing is refused any more.
    pub fn refuse_nothing(&self) {
        self.0.lock().refused.clear();
    }

    /// Nothing is answered about this external id, and nothing is made of it.
    pub fn say_nothing_about(&self, external_id: &str) {
        self.0.lock().silent_about.push(external_id.to_owned());
    }

    /// The next request fails so; with `carried_out` what it asks for is done nevertheless.
    pub fn fail_once(&self, failure: ProgramFailure, carried_out: bool) {
        self.0.lock().failures.push((failure, carried_out));
    }

    /// Every request fails so, until the program is said to be up.
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
    fn make(&mut self, document: &Document) -> Option<ItemAnswer> {
        let id = &document.external_id;
        if self.silent_about.contains(id) {
            return None;
        }
        if let Some(reason) = self.refused.get(id) {
            return Some(ItemAnswer::Refused { reason: reason.clone() });
        }
        if !self.made.contains(id) {
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
        let mut state = self.0.lock();
        state.requests += 1;
        if let Some(failure) = &state.is_down {
            return Err(failure.clone());
        }
        let failure = state.failures.pop();
        if let Some((failure, false)) = failure {
            return Err(failure);
        }
        let mut answers = Vec::new();
        for document in documents {
            let answer = state.make(document);
            answers.extend(answer.map(|answer| Answered { posting: document.posting, answer }));
        }
        match failure {
            Some((failure, _)) => Err(failure),
            None => Ok(answers),
        }
    }

    async fn find(
        &self,
        _: Account<'_>,
        documents: &[Document],
    ) -> Result<Vec<Answered>, ProgramFailure> {
        let state = self.0.lock();
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
