use tokio::sync::watch;

/// Becomes true when the workers are to stop; gone when nobody is left to say so.
pub(super) type Stop = watch::Receiver<bool>;
