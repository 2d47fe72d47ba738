-- One row per category and ranked agent: the 5th and the 95th percentile of its ranks, when in each draw every agent takes
-- one of the scores of its interval, in an order of its own.
select ranked.category, ranked.handle, bands.drawn_low, bands.drawn_high
from int_intervals__ranked as ranked
join raw_rank_bands as bands using (category, number)
