drop table submission_hops;
