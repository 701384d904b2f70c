//! How a host calls: numbers only, in the module's own memory.
//!
//! 0. `max_bytes()` answers how long a document may be, so that a longer one need not be read.
//! 1. `input(length)` makes room and answers its address, or 0 when it is more than is taken. The host writes there: the
//!    document and, behind it, the options.
//! 2. `validate(options)` (the length of the options), `view()` or `explain()` answers the length of the JSON.
//! 3. `output()` answers the address of that JSON, which stays until the next call.
//!
//! A document that needs more memory than there is ends the module (a trap); the host makes a new one.

use crate::MAX_BYTES;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Bytes of options at most.
const MAX_OPTIONS: usize = 64 * 1024;

struct Call {
    input: Vec<u8>,
    output: String,
}

static CALL: Mutex<Call> = Mutex::new(Call { input: Vec::new(), output: String::new() });

fn call() -> MutexGuard<'static, Call> {
    CALL.lock().unwrap_or_else(PoisonError::into_inner)
}

/// [`MAX_BYTES`].
#[unsafe(no_mangle)]
extern "C" fn max_bytes() -> usize {
    MAX_BYTES
}

/// Makes room for so many bytes.
#[unsafe(no_mangle)]
extern "C" fn input(length: usize) -> usize {
    let mut call = call();
    call.output = String::new();
    if length > MAX_BYTES + MAX_OPTIONS {
        return 0;
    }
    call.input = vec![0; length];
    call.input.as_mut_ptr() as usize
}

/// Where the answer is.
#[unsafe(no_mangle)]
extern "C" fn output() -> usize {
    call().output.as_ptr() as usize
}

/// [`crate::validate`]: the last `options` bytes of the input are the options.
#[unsafe(no_mangle)]
extern "C" fn validate(options: usize) -> usize {
    answer(|input| {
        let (document, options) = input.split_at(input.len().saturating_sub(options));
        crate::validate(document, &String::from_utf8_lossy(options))
    })
}

/// [`crate::view`].
#[unsafe(no_mangle)]
extern "C" fn view() -> usize {
    answer(crate::view)
}

/// [`crate::explain`].
#[unsafe(no_mangle)]
extern "C" fn explain() -> usize {
    answer(|input| crate::explain(&String::from_utf8_lossy(input)))
}

/// Answers what was put in, and keeps nothing of it.
fn answer(of: impl FnOnce(&[u8]) -> String) -> usize {
    let mut call = call();
    let input = std::mem::take(&mut call.input);
    call.output = of(&input);
    call.output.len()
}
