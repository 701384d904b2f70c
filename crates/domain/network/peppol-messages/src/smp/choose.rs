//! What a trusted answer says to the question.

use url::Url;

use super::{
    Answer, AnswerFault, Endpoint, Question, Redirect, ServiceInformation, ServiceMetadata, Trust,
};
use crate::trust::Certificate;

pub(super) fn choose(
    metadata: ServiceMetadata,
    question: &Question,
    trust: Trust<'_>,
    signer: Certificate,
) -> Result<Answer, AnswerFault> {
    match metadata {
        ServiceMetadata::Redirect(to) => redirect(to, question, signer),
        ServiceMetadata::Information(information) => {
            let endpoint = endpoint(&information, question)?;
            if !is_https(&endpoint.address) {
                return Err(AnswerFault::Address);
            }
            let certificate = Certificate::of_text(&endpoint.certificate)
                .map_err(|_| AnswerFault::EndpointCertificate)?;
            let trusted = trust.access_points.check(&certificate, question.at);
            trusted.map_err(|_| AnswerFault::EndpointCertificate)?;
            let address = endpoint.address.clone();
            let (certificate, signer) = (Box::new(certificate), Box::new(signer));
            Ok(Answer::Endpoint { address, certificate, signer })
        }
    }
}

fn redirect(to: Redirect, question: &Question, signer: Certificate) -> Result<Answer, AnswerFault> {
    if question.redirected.is_some() {
        return Err(AnswerFault::SecondRedirect);
    }
    if !is_https(&to.href) {
        return Err(AnswerFault::RedirectAddress);
    }
    Ok(Answer::Redirect { to, signer: Box::new(signer) })
}

fn endpoint<'i>(
    information: &'i ServiceInformation,
    question: &Question,
) -> Result<&'i Endpoint, AnswerFault> {
    if !information.participant.is_same_participant(&question.participant) {
        return Err(AnswerFault::Participant);
    }
    if information.document_type != question.document_type {
        return Err(AnswerFault::DocumentType);
    }
    let mut active = information
        .processes
        .iter()
        .filter(|one| one.process == question.process)
        .flat_map(|one| &one.endpoints)
        .filter(|one| one.transport.as_deref() == Some(&question.transport))
        .filter(|one| one.is_active(question.at));
    let first = active.next().ok_or(AnswerFault::NoEndpoint)?;
    if active.next().is_some() { Err(AnswerFault::TwoEndpoints) } else { Ok(first) }
}

fn is_https(text: &str) -> bool {
    Url::parse(text).is_ok_and(|url| url.scheme() == "https" && url.host_str().is_some())
}
