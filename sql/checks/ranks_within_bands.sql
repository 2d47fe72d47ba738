-- Every rank lies in its band, and only what is ranked has one.
select handle, category, rank, rank_low, rank_high
from rankings
where (rank is null) <> (rank_low is null) or (rank is null) <> (rank_high is null) or not coalesce(rank between rank_low and rank_high, true)
