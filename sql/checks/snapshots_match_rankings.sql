-- The day's snapshot has one row for each row of the rankings.
select (select count(*) from snapshots) as snapshots, (select count(*) from rankings) as rankings
where (select count(*) from snapshots) <> (select count(*) from rankings)
