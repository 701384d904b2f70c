use crate::{
    Book, Booked, Cause, DocumentKind, DocumentLine, Held, Place, StockDocument, StockError,
    StockRefused,
    refused::{TOO_MUCH, shortage_at},
};
use access::OrganizationId;
use events::{Data, Event, NewEvent, StockDocumentData};
use money::Decimal;
use std::cmp::Ordering;
use time::OffsetDateTime;

/// A confirmed document with its movements, to store in one transaction.
#[derive(Debug, Clone, PartialEq)]
pub struct Confirmed {
    /// The document with its number.
    pub document: StockDocument,
    /// The movements, levels and events.
    pub booked: Booked,
}

impl StockDocument {
    /// Confirms the draft under the next number of its series, over the levels of all its places.
    ///
    /// # Errors
    /// [`StockRefused`]: it is confirmed already, or an item would go below zero that must not, with the path of its line;
    /// an event that cannot be written.
    pub fn confirm(
        &self,
        organization: OrganizationId,
        number: &str,
        held: &Held,
        now: OffsetDateTime,
    ) -> Result<Confirmed, StockError> {
        self.must_be_draft()?;
        let mut booked = self.book(organization, held, now).map_err(|error| self.at_line(error))?;
        let document = StockDocument {
            number: Some(number.to_owned()),
            confirmed_at: Some(now),
            version: self.version + 1,
            ..self.clone()
        };
        let data = Data::StockDocumentConfirmed(StockDocumentData {
            document_id: self.id,
            document_number: number.to_owned(),
            document_type: self.kind.name(),
            warehouse_id: self.warehouse,
            confirmed_at: now,
        });
        booked.events.insert(0, NewEvent::of(&Event { organization, at: now, data }, None)?);
        Ok(Confirmed { document, booked })
    }

    fn book(
        &self,
        organization: OrganizationId,
        held: &Held,
        now: OffsetDateTime,
    ) -> Result<Booked, StockError> {
        let mut book = Book::new(held, Cause::Document(self.id), self.day, now);
        for line in &self.lines {
            self.enter(line, &mut book)?;
        }
        book.close(organization)
    }

    /// A shortage, with the path of its line.
    fn at_line(&self, error: StockError) -> StockError {
        let StockError::Refused(StockRefused::Shortage(shortage)) = error else { return error };
        let at = |line: &DocumentLine| Place { item: line.item, warehouse: self.warehouse };
        shortage_at(shortage, "lines", self.lines.iter().map(|line| Some(at(line)))).into()
    }

    /// Refuses a confirmed document, which cannot be changed.
    ///
    /// # Errors
    /// [`StockRefused::Confirmed`].
    pub fn must_be_draft(&self) -> Result<(), StockRefused> {
        match &self.number {
            Some(number) => Err(StockRefused::Confirmed(number.clone())),
            None => Ok(()),
        }
    }

    fn enter(&self, line: &DocumentLine, book: &mut Book<'_>) -> Result<(), StockRefused> {
        let at = |warehouse| Place { item: line.item, warehouse };
        let place = at(self.warehouse);
        match self.kind {
            DocumentKind::Receipt => {
                book.receive(place, line.quantity, worth(line, line.quantity)?)
            }
            DocumentKind::Issue => book.take(place, line.quantity).map(drop),
            DocumentKind::Transfer => {
                let to = self.to_warehouse.ok_or(StockRefused::Missing)?;
                let worth = book.take(place, line.quantity)?;
                book.receive(at(to), line.quantity, Some(worth))
            }
            DocumentKind::Count => {
                let more = line.quantity - book.there(place)?;
                match more.cmp(&Decimal::ZERO) {
                    Ordering::Greater => book.receive(place, more, worth(line, more)?),
                    Ordering::Less => book.take(place, -more).map(drop),
                    Ordering::Equal => Ok(()),
                }
            }
        }
    }
}

/// The value of a quantity of a line, if the line has a unit cost.
fn worth(line: &DocumentLine, quantity: Decimal) -> Result<Option<Decimal>, StockRefused> {
    let worth = line.unit_cost.map(|cost| money::line_net(quantity, cost));
    worth.transpose().map_err(|_| TOO_MUCH)
}
