-- One row per agent that has not departed, dimension and value that it counts under: all, each of its categories, its
-- ecosystem layer, and each protocol that it was observed on.
select handle, 'all' as dimension, 'all' as value from liveness
union all
select handle, 'category', category from int_agent_categories__qualified join liveness using (handle)
union all
select handle, 'ecosystem_layer', ecosystem_layer from agents join liveness using (handle) where ecosystem_layer is not null
union
select used.handle, 'protocol', listed.protocol
from int_capability__surfaces_used as used
join int_capability__surfaces_listed as listed using (surface)
where listed.protocol is not null
