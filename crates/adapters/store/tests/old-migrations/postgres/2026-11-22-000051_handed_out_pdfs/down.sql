drop table handed_out_pdfs;
