-- A source that did not answer on the logical date but did before says since when it is stale, and no other does.
select sources.name
from sources
where (outcome <> 'ok' and last_ok_on is not null) <> (stale_since is not null)
