-- The report of a deletion that a job completes later asks whether and when the job was completed. The job stays for as long as the report can be opened,
-- which is 30 days.
update jobs.queue set deletion_seconds = 31 * 24 * 60 * 60 where name = 'farewell';
