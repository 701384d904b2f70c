//! Descriptions of the events in an invoice's trail.

use crate::words::Words;
use correspondence::EmailKind;
use peppol_connector::submissions::State;
use use_cases::invoicing::trail::TrailEvent;

impl Words {
    /// A description of the event.
    pub(crate) fn trail_event(&self, event: &TrailEvent) -> String {
        let t = self.t;
        match event {
            TrailEvent::Changed(row) => self.action(row.entry.action).to_owned(),
            TrailEvent::Sending(State::Sent) => t.did_leave.to_owned(),
            TrailEvent::Sending(State::Delivered) => t.did_arrive.to_owned(),
            TrailEvent::Sending(State::Failed) => t.did_fail.to_owned(),
            TrailEvent::Sending(_) => t.did_queue.to_owned(),
            TrailEvent::Answered(status) => {
                format!("{}: {}", t.did_answer, self.response(*status).text)
            }
            TrailEvent::Mailed(EmailKind::Invoice, to) => format!("{}: {to}", t.did_mail),
            TrailEvent::Mailed(EmailKind::Reminder, to) => format!("{}: {to}", t.did_remind),
            TrailEvent::Viewed => t.did_view.to_owned(),
        }
    }
}
