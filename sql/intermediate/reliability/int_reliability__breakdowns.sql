-- One row per agent that has not departed, dimension and value in which it is counted: all, each of its categories, its
-- ecosystem layer, and each protocol on which it was observed.
select handle, 'all' as dimension, 'all' as value from liveness
union all
select handle, 'category', category from int_agents__categories join liveness using (handle)
union all
select handle, 'ecosystem_layer', ecosystem_layer from agents join liveness using (handle) where ecosystem_layer is not null
union
select used.handle, 'protocol', listed.protocol
from int_capability__agent_surfaces as used
join int_capability__surfaces as listed using (surface)
where listed.protocol is not null
