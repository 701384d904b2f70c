-- Type, year, receiver and number of what is sent: a document is under way to a receiver once, until it failed. Of
-- those that went out twice before, the first has it; of which type or day are not known, none.
alter table submissions add column document_key text;
update submissions set document_key =
    submissions.type_code || ' ' || substr(submissions.issue_date, 1, 4) || ' ' || submissions.receiver || ' ' || submissions.number
  from (select organization_id, id, row_number() over (
          partition by organization_id, network, type_code, substr(issue_date, 1, 4), receiver, number
          order by created_at, id) as nth
        from submissions
        where state <> 'failed' and type_code is not null and issue_date is not null) as s
  where s.organization_id = submissions.organization_id and s.id = submissions.id and s.nth = 1;
create unique index submissions_document on submissions (organization_id, network, document_key)
  where state <> 'failed';
