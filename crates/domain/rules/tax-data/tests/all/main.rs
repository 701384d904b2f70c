mod build;
mod cases;
mod hostile;
