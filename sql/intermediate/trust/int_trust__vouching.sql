-- One row per agent and kind of vouching for it; each costs more to fake than a day's limit of the public trust record.
-- The curated catalogue has the agent or the organisation behind it; the customers of wallets that it names itself spent
-- 100 US dollars in market_days() with agents that the catalogue vouches for, each counting for a dollar at most; or the
-- repository under the account that signed it in to the registry has 2,000 stars that lasted and count for it. A market
-- that trades a token says nothing about the recipient of payments.
-- A platform of the catalogue publishes servers of third parties: one with the code of another is not its own.
with foreign_code as (
  select 'mcp_registry:' || name as record_id
  from stg_mcp_registry__servers
  anti join int_mcp_server__repositories using (name)
  where repository is not null
),
organised as (
  select record_id, key, source = 'catalog' as is_catalogued
  from int_records__keys
  where starts_with(key, 'organization:')
  union
  select record_id, 'account:' || account, starts_with(record_id, 'catalog:') from int_accounts__proofs
  union
  select record_id, 'domain:' || if(how = 'catalogue', host, regexp_replace(host, '^(?:www|api|mcp|x402)\.', '')), how = 'catalogue'
  from int_hosts__proofs
),
catalogued as (
  select bound.handle
  from organised as own
  join organised as known using (key)
  anti join foreign_code on foreign_code.record_id = own.record_id
  join int_records as entries on entries.record_id = known.record_id and entries.departed_on is null
  join int_records__handles as bound on bound.record_id = own.record_id
  join int_records as records on records.record_id = own.record_id and records.departed_on is null
  where known.is_catalogued
  union
  select bound.handle
  from int_records as records
  join int_records__handles as bound using (record_id)
  where records.source = 'catalog' and records.departed_on is null
),
-- Per chain: an address that is its customer on two chains paid on each, and no payment counts twice.
spent as (
  select buyers.payer, buyers.handle, sum(payments.amount)::double / 1000000 as dollars
  from int_agents__payers as buyers
  semi join catalogued using (handle)
  join (
    select distinct chain, operator, handle from int_operators__agents where is_credited
  ) as sellers using (handle, chain)
  join stg_x402_payments__payments as payments
    on payments.chain = sellers.chain and payments.operator = sellers.operator and payments.payer = buyers.payer
  cross join run
  where buyers.is_independent and payments.paid_on > run.day - market_days()
  group by buyers.payer, buyers.handle
),
customers as (
  select customers.handle, customers.payer, least(sum(spent.dollars), 1) as dollars
  from (
    select distinct handle, payer
    from int_agents__payers as paid
    where is_independent and exists (from int_trust__payment_wallets as own where own.handle = paid.handle and own.wallet = paid.operator and own.place <> 'registration')
  ) as customers
  join spent on spent.payer = customers.payer and spent.handle <> customers.handle
  group by customers.handle, customers.payer
),
starred as (
  select inputs.handle, inputs.value as stars
  from int_mcp_server__signal_inputs as inputs
  join int_records__handles as bound using (handle)
  join int_records as records on records.record_id = bound.record_id and records.departed_on is null
  where inputs.key = 'github_stars_lasting'
    and starts_with(lower(bound.record_id), 'mcp_registry:io.github.' || lower(split_part(inputs.item, '/', 1)) || '/')
)
select handle, 'catalogue' as vouched_by from catalogued
union all
select handle, 'customers' from customers group by handle having sum(dollars) >= 100
union all
select distinct handle, 'stars' from starred where stars >= 2000
