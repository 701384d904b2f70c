delete from jobs where kind like 'maintenance.%';
