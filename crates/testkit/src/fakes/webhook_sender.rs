use super::Shared;
use std::collections::HashMap;
use webhooks::{deliveries::Outcome, ports::Sender, signing::SignedRequest};

/// A webhook sender without a network. Every endpoint answers 200 unless the test says otherwise.
#[derive(Debug, Clone, Default)]
pub struct FakeWebhookSender(Shared<State>);

#[derive(Debug, Default)]
struct State {
    outcomes: HashMap<String, Outcome>,
    sent: Vec<SignedRequest>,
}

impl FakeWebhookSender {
    /// Attempts at this URL end so.
    #[must_use]
    pub fn with(self, url: &str, outcome: Outcome) -> Self {
        self.0.lock().outcomes.insert(url.to_owned(), outcome);
        self
    }

    /// The requests that reached an endpoint, in order.
    #[must_use]
    pub fn sent(&self) -> Vec<SignedRequest> {
        self.0.lock().sent.clone()
    }
}

impl Sender for FakeWebhookSender {
    async fn send(&self, request: &SignedRequest) -> Outcome {
        let mut state = self.0.lock();
        let known = state.outcomes.get(request.url.as_str()).cloned();
        let outcome = known.unwrap_or(Outcome::Answered { status: 200, body: String::new() });
        if matches!(outcome, Outcome::Answered { .. } | Outcome::BrokenOff | Outcome::TimedOut) {
            state.sent.push(request.clone());
        }
        outcome
    }
}
