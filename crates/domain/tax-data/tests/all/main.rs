mod build;
mod cases;
