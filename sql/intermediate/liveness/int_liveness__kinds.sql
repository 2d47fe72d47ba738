-- One row per agent that has not departed and kind by which seed_liveness__signs judges it: a server or service by whether
-- an address that it declares was ever asked, all others by their category.
select
  members.handle,
  case
    when members.category not in ('mcp_server', 'service') then members.category
    when askings.asked_addresses > 0 then 'asked'
    when askings.addresses > 0 then 'unasked'
    else 'unaddressed'
  end as kind
from int_agents__categories as members
left join int_liveness__askings as askings using (handle)
group by all
