mod build;
mod cases;
mod hostile;
mod treatments;
