mod cases;
mod counts;
mod year;
