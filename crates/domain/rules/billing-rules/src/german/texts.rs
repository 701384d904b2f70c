//! The forms of texts that Germany asks for.

/// `.*([0-9].*){3,}.*` on one line: a telephone number has three digits.
pub(crate) fn is_telephone(text: &str) -> bool {
    text.bytes().filter(u8::is_ascii_digit).count() >= 3
}

/// One at sign between something and a domain of two parts or more, without white space. The text's white space is
/// normalized.
pub(crate) fn is_mail_address(mail: &str) -> bool {
    let Some((name, domain)) = mail.split_once('@') else { return false };
    !name.is_empty()
        && !mail.contains(' ')
        && !domain.contains('@')
        && domain.contains('.')
        && domain.split('.').all(|part| !part.is_empty())
}

/// Whether the address begins with a scheme of two characters at least.
pub(crate) fn is_absolute(uri: &str) -> bool {
    let scheme = uri.split_once(':').map_or(&[][..], |(scheme, _)| scheme.as_bytes());
    scheme.len() >= 2
        && scheme[0].is_ascii_alphabetic()
        && scheme.iter().all(|byte| byte.is_ascii_alphanumeric() || b"+.-".contains(byte))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses() {
        assert!(is_absolute("https://a") && is_absolute("ab:"));
        for none in ["a:b", "dl-2", "", "1a:", " https://a"] {
            assert!(!is_absolute(none), "{none}");
        }
    }

    #[test]
    fn mail_addresses_and_telephone_numbers() {
        for good in ["a@b.de", "a.@b.de", ".a@b.de", "a@b\u{a0}.de"] {
            assert!(is_mail_address(good), "{good}");
        }
        for bad in ["", "a@b", "a@b.de.", "a b@c.de", "a@b@c.de", "@b.de", "a@.de"] {
            assert!(!is_mail_address(bad), "{bad}");
        }
        assert!(is_telephone("1 a 2 b 3") && !is_telephone("12") && !is_telephone("١٢٣"));
    }
}
