//! Mail about invoices: requested, sent by a job, and automatic reminders.

mod ask;
mod deliver;
mod reminders;

pub use ask::{MailError, MailRequest, mails_of_invoice, send_mail};
pub use deliver::{
    AttachmentError, AttachmentMaker, DeliverEmailError, MailAttachments, PdfFile, deliver_email,
};
pub use reminders::{send_due_reminders, set_reminder_settings};
