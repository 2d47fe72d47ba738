-- The ghost index counts every indexed agent once in its total, and every share lies within its bounds.
select value from ghost_index
where dimension = 'all' and (agents <> (select count(*) from liveness) or alive <> (select count(*) from liveness where liveness = 'alive'))
union all
select value from ghost_index
where covered > agents or alive > covered or ghosts <> covered - alive or (alive_share is null) <> (covered = 0)
  or alive_share not between alive_share_low and alive_share_high
  or alive_share not between alive_share_if_unknown_dead and alive_share_if_unknown_alive
union all
select dimension from ghost_index group by dimension, value having count(*) > 1
