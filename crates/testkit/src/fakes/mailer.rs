use super::Shared;
use notifications::{Address, MailError, Mailer, Message};
use std::collections::HashMap;

/// A mailer that keeps what it is given.
#[derive(Debug, Clone, Default)]
pub struct FakeMailer(Shared<State>);

#[derive(Debug, Default)]
struct State {
    sent: Vec<Message>,
    refused: HashMap<String, MailError>,
    down: Option<MailError>,
}

impl FakeMailer {
    /// Every message now ends with this error, until [`FakeMailer::recovers`].
    pub fn fails(&self, error: MailError) {
        self.0.lock().down = Some(error);
    }

    /// Messages are taken again.
    pub fn recovers(&self) {
        self.0.lock().down = None;
    }

    /// Messages to this recipient end with this error.
    #[must_use]
    pub fn failing_for(self, recipient: &Address, error: MailError) -> Self {
        self.0.lock().refused.insert(recipient.as_str().to_owned(), error);
        self
    }

    /// The messages that were taken, in order.
    #[must_use]
    pub fn sent(&self) -> Vec<Message> {
        self.0.lock().sent.clone()
    }
}

impl Mailer for FakeMailer {
    async fn send(&self, message: &Message) -> Result<(), MailError> {
        let mut state = self.0.lock();
        let error = state.down.as_ref().or_else(|| state.refused.get(message.to.as_str()));
        match error {
            Some(error) => Err(error.clone()),
            None => {
                state.sent.push(message.clone());
                Ok(())
            }
        }
    }
}
