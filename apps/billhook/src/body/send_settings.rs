use super::reader::{Found, Value};
use peppol_connector::SendMode;
use time::{Time, macros::format_description};

/// Members of the send settings.
pub const SEND_SETTINGS_FIELDS: &[&str] = &["mode", "time"];

/// Reads `PUT …/send-settings`: `{"mode":"scheduled","time":"16:00"}`.
pub fn send_settings(body: &Value<'_>, found: &mut Found) -> Option<SendMode> {
    const MODES: [&str; 3] = ["immediate", "scheduled", "manual"];
    let mut o = body.object(found)?;
    let mode = match o.take("mode") {
        Some(value) => value.one_of(&MODES, |name| name, found),
        None => {
            found.add("mode", "is required");
            None
        }
    };
    let time = o.take("time");
    o.finish(SEND_SETTINGS_FIELDS, found);
    match (mode?, time) {
        ("scheduled", Some(time)) => time_of_day(&time, found).map(SendMode::Scheduled),
        ("scheduled", None) => {
            found.add("time", "is required with the mode scheduled: HH:MM in Europe/Bratislava");
            None
        }
        (_, Some(_)) => {
            found.add("time", "belongs to the mode scheduled alone");
            None
        }
        ("manual", None) => Some(SendMode::Manual),
        _ => Some(SendMode::Immediate),
    }
}

fn time_of_day(value: &Value<'_>, found: &mut Found) -> Option<Time> {
    let text = value.string(found)?;
    let format = format_description!("[hour]:[minute]");
    match Time::parse(&text, format) {
        Ok(time) if text.len() == 5 => Some(time),
        _ => {
            value.refuse(found, "must be a time HH:MM");
            None
        }
    }
}
