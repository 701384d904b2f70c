mod cases;
mod counts;
mod hostile;
