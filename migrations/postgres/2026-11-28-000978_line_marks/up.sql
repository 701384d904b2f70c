-- By what lines are found that wait for an open invoice, that may be taken back, or that take something back.
create table bank_line_marks (
  organization_id uuid not null,
  currency text not null,
  mark text not null,
  line_id uuid not null,
  primary key (organization_id, currency, mark, line_id),
  foreign key (organization_id, line_id) references bank_statement_lines(organization_id, id)
);

-- Of what is kept already, but for numbers within messages. Its content is day|amount|symbol.
with kept as (
  select organization_id, currency, id, state, counterparty_account as account,
    split_part(content, '|', 2) as amount,
    split_part(content, '|', 3) as symbol,
    line::json ->> 'bank_reference' as reference,
    (line::json ->> 'reversal')::boolean as reversal
  from bank_statement_lines
), said as (
  select *, ltrim(amount, '-') as size, amount like '-%' as went_out from kept
), marked as (
  select organization_id, currency, id, 'amount|' || amount as mark from said where state = 'unmatched'
  union all
  select organization_id, currency, id, 'number|' || symbol from said
    where state = 'unmatched' and symbol <> ''
  union all
  select organization_id, currency, id, 'came|reference|' || size || '|' || reference from said
    where state = 'unmatched' and reference is not null
  union all
  select organization_id, currency, id, 'came|symbol|' || size || '|' || symbol from said
    where state = 'unmatched' and symbol <> ''
  union all
  select organization_id, currency, id, 'came|account|' || size || '|' || account from said
    where state = 'unmatched' and account is not null
  union all
  select organization_id, currency, id, 'returns|reference|' || size || '|' || reference from said
    where (reversal or went_out) and reference is not null
  union all
  select organization_id, currency, id, 'returns|symbol|' || size || '|' || symbol from said
    where reversal and symbol <> ''
  union all
  select organization_id, currency, id, 'returns|account|' || size || '|' || account from said
    where reversal and went_out and symbol = '' and account is not null
)
insert into bank_line_marks (organization_id, currency, mark, line_id)
  select organization_id, currency, mark, id from marked;
