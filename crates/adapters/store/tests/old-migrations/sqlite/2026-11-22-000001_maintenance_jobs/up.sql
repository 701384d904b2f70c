-- Recurring jobs are called maintenance.* now; workers put them into the queue when they start.
delete from jobs where kind like 'housework.%';
