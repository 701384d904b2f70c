/// How many times a decision is retried when its input keeps changing.
pub(crate) const DECISIONS: usize = 5;

/// An error that may be a version conflict: another writer changed the input.
pub(crate) trait MayConflict {
    /// Whether to read again and retry.
    fn is_conflict(&self) -> bool;
}

/// Reads, decides and stores; on a version conflict it starts again, at most [`DECISIONS`] times.
pub(crate) async fn retry_on_conflict<T, E, F>(mut decide: impl FnMut() -> F) -> Result<T, E>
where
    E: MayConflict,
    F: Future<Output = Result<T, E>>,
{
    for _ in 1..DECISIONS {
        match decide().await {
            Err(error) if error.is_conflict() => {}
            result => return result,
        }
    }
    decide().await
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::{
        cell::Cell,
        pin::pin,
        task::{Context, Poll, Waker},
    };

    #[derive(Debug, PartialEq)]
    enum Failed {
        Conflict,
        Otherwise,
    }

    impl MayConflict for Failed {
        fn is_conflict(&self) -> bool {
            *self == Failed::Conflict
        }
    }

    /// The result, and the number of attempts.
    fn decided(result: impl Fn(usize) -> Result<usize, Failed>) -> (Result<usize, Failed>, usize) {
        let made = Cell::new(0);
        let work = pin!(retry_on_conflict(|| {
            made.set(made.get() + 1);
            std::future::ready(result(made.get()))
        }));
        match work.poll(&mut Context::from_waker(Waker::noop())) {
            Poll::Ready(result) => (result, made.get()),
            Poll::Pending => panic!("nothing here waits"),
        }
    }

    #[test]
    fn a_conflict_is_decided_again_until_it_succeeds_or_has_to_end() {
        assert_eq!(decided(Ok), (Ok(1), 1));
        let third = |n| if n < 3 { Err(Failed::Conflict) } else { Ok(n) };
        assert_eq!(decided(third), (Ok(3), 3));
        assert_eq!(decided(|_| Err(Failed::Conflict)), (Err(Failed::Conflict), DECISIONS));
        assert_eq!(decided(|_| Err(Failed::Otherwise)), (Err(Failed::Otherwise), 1));
    }
}
