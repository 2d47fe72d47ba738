-- One row per ERC-8004 registration that repeats the name and description of another (original) and is therefore no
-- agent of its own, since the day on which both were known. A third party's text counts as repeated only if it certainly
-- existed when the copy was registered: text in the chain or at IPFS exists since its address was set, text on a web
-- server since the day after it was first read. Of a wallet with more than max_own_registrations() of them, all but the
-- first with a text are copies. Exempt are registrations of the original's agent, those that a host confirms, and those
-- that name a host that answers and that the original does not name.
with texts as (
  select distinct on (agent_key) * from stg_erc8004_files__texts order by agent_key, last_read_on desc, text
),
addressed as (
  select agent_key, max(happened_at) as set_at
  from stg_erc8004_identity__events
  where kind in ('registered', 'uri_updated')
  group by agent_key
),
placed as (
  select
    texts.agent_key,
    texts.text,
    kept.owner,
    agents.owner as holder,
    agents.registered_at,
    greatest(agents.first_seen_on, texts.first_read_on) as known_on,
    case
      when files.scheme in ('data', 'ipfs') then addressed.set_at
      else greatest(addressed.set_at, (texts.first_read_on + 1)::timestamp)
    end as held_since
  from texts
  join stg_erc8004_identity__registrations as agents using (agent_key)
  join stg_erc8004_files__files as files using (agent_key)
  join addressed using (agent_key)
  left join int_trust__original_owners as kept using (agent_key)
),
-- A burnt registration has no owner.
firsts as (
  select distinct on (text) *
  from placed
  where not regexp_full_match(holder, '0x0{36}(0000|dead)')
  order by text, held_since, registered_at, agent_key
),
own_firsts as (
  select text, owner, min_by(agent_key, (registered_at, agent_key)) as agent_key
  from placed
  where owner in (select owner from int_trust__original_owners group by owner having count(*) > max_own_registrations())
  group by text, owner
),
copied as (
  select
    placed.agent_key,
    placed.known_on,
    case when firsts.held_since <= placed.registered_at then firsts.agent_key else own_firsts.agent_key end as original
  from placed
  join firsts using (text)
  left join own_firsts on own_firsts.text = placed.text and own_firsts.owner = placed.owner
  where placed.agent_key <> firsts.agent_key
),
one as (
  select distinct mine.record_id, theirs.record_id as other
  from int_records__owner_keys as mine
  join int_records__owner_keys as theirs using (key)
),
living as (
  select host from stg_endpoint_probes__probes where last_ok_at is not null
  union
  select host from stg_endpoint_probes__cards where last_ok_at is not null
),
spared as (
  select agent_key, original
  from copied
  join one on one.record_id = 'erc8004_identity:' || agent_key and one.other = 'erc8004_identity:' || original
  union
  select copied.agent_key, copied.original
  from copied
  join int_erc8004_agents__hosts as mine using (agent_key)
  left join int_erc8004_agents__hosts as theirs on theirs.agent_key = copied.original and theirs.host = mine.host
  where (mine.is_proven and mine.is_only) or mine.is_paid
    or (theirs.host is null and mine.host in (select host from living))
)
select copied.agent_key, copied.original, greatest(copied.known_on, originals.known_on) as since
from copied
join placed as originals on originals.agent_key = copied.original
anti join spared on spared.agent_key = copied.agent_key and spared.original = copied.original
where copied.original <> copied.agent_key
