-- The backtest of liveness counts nobody as called alive whom its day did not call alive, and its parts fit in each other.
select category from liveness_backtest
where called_alive_acted > least(called_alive, acted) or called_alive_acted_or_answered > least(called_alive, acted_or_answered)
  or acted > acted_or_answered or called_alive_acted > called_alive_acted_or_answered
union all
select backtest.category
from liveness_backtest as backtest
join past_ghost_index as past
  on past.day = backtest.called_on and past.frozen_on is null
  and past.dimension = if(backtest.category = 'all', 'all', 'category') and past.value = backtest.category
where backtest.called_alive > past.alive
union all
select 'all' from liveness_backtest
having max(called_alive) filter (category <> 'all') > max(called_alive) filter (category = 'all')
  or max(called_alive) filter (category = 'all') > sum(called_alive) filter (category <> 'all')
