-- Every score is within its interval, the interval within what missing signals allow, and that from 0 to 100.
select * from scores
where not (0 <= score_floor and score_floor <= score_low and score_low <= score and score <= score_high and score_high <= score_ceiling and score_ceiling <= 100)
