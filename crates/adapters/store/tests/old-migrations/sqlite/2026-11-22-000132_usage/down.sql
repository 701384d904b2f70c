drop table usage_months;
