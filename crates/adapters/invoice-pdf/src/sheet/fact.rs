/// A label and its value.
pub type Fact = (&'static str, String);
