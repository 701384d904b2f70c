drop index expenses_by_issue_date;
