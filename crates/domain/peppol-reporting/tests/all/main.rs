mod cases;
mod counts;
mod hostile;
mod year;
