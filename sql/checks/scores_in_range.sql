-- Every score is from 0 to 100 and within its own range.
select * from scores where not (score between 0 and 100 and score_low <= score and score <= score_high)
