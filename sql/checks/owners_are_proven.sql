-- No agent is tied to an owner without a tie that the rules of trust call proven too, and each present one counts once.
with trusted as (
  select
    handle,
    case
      when starts_with(key, 'account:github.com/') then 'github:' || substr(key, 20)
      when starts_with(key, 'domain:') then key
      when starts_with(key, 'wallet:') then 'wallet:' || split_part(key, '/', -1)
    end as owner
  from int_trust__proven_ties
)
select owner, handle, 'not proven' as problem
from int_owners__ties
anti join trusted using (owner, handle)
union all
select owner, null, 'its states do not add up'
from owners
left join (select owner, count(*) as ties from int_owners__ties where departed_on is null group by owner) using (owner)
where agents is distinct from ties or alive + not_alive + unknown <> agents
union all
select owner, handle, 'its page does not list it'
from agent_owners
anti join owner_agents using (owner, handle)
where has_page and others < max_owner_agents()
union all
select owner, handle, 'its feed tells of an agent that is not its own'
from owner_changes
anti join int_owners__ties using (owner, handle)
