-- The ghost index counts every indexed agent once in its total, or stands still because of an outage; shares lie within their bounds.
select value from ghost_index
where dimension = 'all' and (listed <> (select count(*) from liveness) or (frozen_on is null and (agents <> listed or alive <> (select count(*) from liveness where liveness = 'alive'))))
union all
select value from ghost_index
where covered > agents or alive > covered or ghosts <> covered - alive or (alive_share is null) <> (covered = 0)
  or alive_share not between alive_share_low and alive_share_high
  or alive_share not between alive_share_if_unknown_dead and alive_share_if_unknown_alive
  or (frozen_on is not null and (frozen_on >= day or unread_by_outage = 0))
union all
select dimension from ghost_index group by dimension, value having count(*) > 1
