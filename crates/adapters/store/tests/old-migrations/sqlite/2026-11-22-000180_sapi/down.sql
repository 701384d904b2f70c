drop table sapi_failures;
drop table sapi_tokens;
