//! What a message costs beside the bare cryptography in it: `cargo bench -p peppol-messages --bench as4`.
//! Medians in milliseconds, both measured in turns in one run.

use std::time::Instant;

use aws_lc_rs::rand::SystemRandom;
use aws_lc_rs::rsa::{
    KeyPair, OAEP_SHA256_MGF1SHA256, OaepPrivateDecryptingKey, OaepPublicEncryptingKey,
    PrivateDecryptingKey,
};
use aws_lc_rs::signature::{KeyPair as _, RSA_PKCS1_SHA256};
use flate2::{Compression, read::GzDecoder, write::GzEncoder};
use peppol_messages::Identifier;
use peppol_messages::as4::{Outgoing, RANDOM_BYTES, Randomness, Received, Receiver, receive};
use peppol_messages::sbdh::Header;
use peppol_messages::trust::{Certificate, Identity};
use ring::aead::{AES_128_GCM, Aad, LessSafeKey, Nonce, UnboundKey};
use ring::digest::{SHA256, digest};
use ring::signature::{RSA_PKCS1_2048_8192_SHA256, UnparsedPublicKey};
use std::hint::black_box;
use std::io::{Read as _, Write as _};
use time::macros::datetime;

fn pem(name: &str, kind: &str) -> String {
    fixtures::text(&format!("peppol-network/as4/pki/{name}.{kind}"))
}

fn identity(name: &str) -> Identity {
    let certificate = Certificate::all_of_pem(&pem(name, "pem")).expect("a certificate").remove(0);
    Identity::of_pem(certificate, &pem(name, "key")).expect("its key")
}

/// The median of so many runs of each, in turns.
fn medians(rounds: usize, tasks: &mut [&mut dyn FnMut()]) -> Vec<f64> {
    let mut times = vec![Vec::with_capacity(rounds); tasks.len()];
    for _ in 0..rounds {
        for (task, times) in tasks.iter_mut().zip(&mut times) {
            let from = Instant::now();
            task();
            times.push(from.elapsed().as_secs_f64() * 1000.0);
        }
    }
    times.iter_mut().for_each(|times| times.sort_by(f64::total_cmp));
    times.iter().map(|times| times[times.len() / 2]).collect()
}

/// The bare operations of a message.
struct Bare {
    signing: KeyPair,
    decrypting: OaepPrivateDecryptingKey,
    encrypting: OaepPublicEncryptingKey,
}

impl Bare {
    fn new() -> Self {
        let text: String =
            pem("ap2", "key").lines().filter(|line| !line.starts_with('-')).collect();
        let der = data_encoding::BASE64.decode(text.as_bytes()).expect("Base64");
        let private = PrivateDecryptingKey::from_pkcs8(&der).expect("a key");
        Self {
            signing: KeyPair::from_pkcs8(&der).expect("a key"),
            encrypting: OaepPublicEncryptingKey::new(private.public_key()).expect("a key"),
            decrypting: OaepPrivateDecryptingKey::new(private).expect("a key"),
        }
    }

    fn sign(&self) -> Vec<u8> {
        let mut signature = vec![0; self.signing.public_modulus_len()];
        let random = SystemRandom::new();
        self.signing.sign(&RSA_PKCS1_SHA256, &random, b"x", &mut signature).expect("signed");
        signature
    }

    fn aes() -> LessSafeKey {
        LessSafeKey::new(UnboundKey::new(&AES_128_GCM, &[7; 16]).expect("a key"))
    }

    fn wrap(&self) -> Vec<u8> {
        let mut out = vec![0; self.encrypting.ciphertext_size()];
        self.encrypting
            .encrypt(&OAEP_SHA256_MGF1SHA256, &[7; 16], &mut out, None)
            .expect("wrapped");
        out
    }

    fn send(&self, payload: &[u8]) -> Vec<u8> {
        let mut encoder = GzEncoder::new(Vec::new(), Compression::new(6));
        encoder.write_all(payload).expect("packed");
        let mut packed = encoder.finish().expect("packed");
        black_box(digest(&SHA256, &packed));
        let nonce = Nonce::assume_unique_for_key([0; 12]);
        Self::aes().seal_in_place_append_tag(nonce, Aad::empty(), &mut packed).expect("sealed");
        black_box((self.sign(), self.wrap()));
        packed
    }

    fn receive(&self, sealed: &[u8], wrapped: &[u8], signature: &[u8]) {
        let mut key = vec![0; self.decrypting.min_output_size()];
        black_box(
            self.decrypting
                .decrypt(&OAEP_SHA256_MGF1SHA256, wrapped, &mut key, None)
                .expect("opened"),
        );
        let mut packed = sealed.to_vec();
        let nonce = Nonce::assume_unique_for_key([0; 12]);
        let packed = Self::aes().open_in_place(nonce, Aad::empty(), &mut packed).expect("opened");
        black_box(digest(&SHA256, packed));
        let key =
            UnparsedPublicKey::new(&RSA_PKCS1_2048_8192_SHA256, self.signing.public_key().as_ref());
        key.verify(b"x", signature).expect("verified");
        let mut out = Vec::new();
        GzDecoder::new(&*packed).read_to_end(&mut out).expect("unpacked");
        black_box(out);
    }
}

/// The invoice with so many more lines that it has about this size.
fn document(invoice: &str, size: usize) -> String {
    let begin = invoice.find("<cac:InvoiceLine>").expect("a line");
    let end = begin + invoice[begin..].find("</cac:InvoiceLine>").expect("its end");
    let (line, after) = invoice.split_at(end + "</cac:InvoiceLine>".len());
    let line = &line[begin..];
    let mut document = invoice[..begin].to_owned();
    for number in 1.. {
        // neighbours differ, as lines do
        let id = format!("<cbc:ID>{number}</cbc:ID><cbc:Note>{}</cbc:Note>", number * 7919 % 1000);
        document.push_str(&line.replacen("<cbc:ID>1</cbc:ID>", &id, 1));
        if document.len() + line.len() + after.len() > size {
            break;
        }
    }
    document + after
}

fn main() {
    let (one, two, bare) = (identity("ap1"), identity("ap2"), Bare::new());
    let at = datetime!(2026-11-22 12:00 UTC);
    let (sender, receiver) =
        (Identifier::participant("0245:2900000004"), Identifier::participant("9915:test"));
    let document_type: Identifier = "busdox-docid-qns::urn:oasis:names:specification:ubl:schema:xsd:Invoice-2::Invoice##urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0::2.1".parse().expect("a type");
    let process = Identifier::process("urn:fdc:peppol.eu:2017:poacc:billing:01:1.0");
    let invoice = fixtures::text("documents/ubl/invoice.xml");
    for (name, size, rounds) in [("20 KiB", 20 * 1024, 400), ("5 MiB", 5 * 1024 * 1024, 20)] {
        let document = document(&invoice, size);
        let header = Header {
            country_c1: "SK".to_owned(),
            instance: "i".to_owned(),
            created: "2026-11-22T12:00:00Z".to_owned(),
            ..Header::of(&sender.value, &receiver.value, document_type.clone(), process.clone())
        };
        let payload = header.wrap(document.as_bytes()).expect("an envelope");
        let outgoing = Outgoing {
            message_id: "1@x",
            at,
            sender: &sender,
            receiver: &receiver,
            document_type: &document_type,
            process: &process,
            payload: &payload,
        };
        let random = Randomness::from([3; RANDOM_BYTES]);
        let seal = || outgoing.seal(&one, &two.certificate, &random).expect("sealed");
        let sealed = seal();
        let everybody = |_: &Certificate| Ok(());
        let identities = [&two];
        let endpoint = Receiver::new(&identities, &everybody);
        let take = || -> Received {
            receive(&sealed.content_type, &sealed.body, &endpoint).expect("taken")
        };
        let received = take();
        let (packed, wrapped, signature) = (bare.send(&payload), bare.wrap(), bare.sign());
        let of = medians(
            rounds,
            &mut [
                &mut || {
                    black_box(bare.send(&payload));
                },
                &mut || {
                    black_box(seal());
                },
                &mut || bare.receive(&packed, &wrapped, &signature),
                &mut || {
                    black_box(take().envelope().expect("an envelope").header.instance.len());
                },
                &mut || {
                    black_box(bare.sign());
                },
                &mut || {
                    black_box(received.receipt(&two, "2@x", at).expect("signed"));
                },
            ],
        );
        println!("{name} ({} bytes)", payload.len());
        for (what, pair) in
            ["send", "receive, with the envelope", "receipt"].iter().zip(of.chunks(2))
        {
            println!(
                "  {what}: {:.3} ms, bare {:.3} ms, ratio {:.2}",
                pair[1],
                pair[0],
                pair[1] / pair[0]
            );
        }
    }
}
