drop table password_reset_tokens;
drop table password_resets;
drop table pending_sign_ins;
drop table second_factors;
