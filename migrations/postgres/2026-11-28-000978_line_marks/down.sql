drop table bank_line_marks;
