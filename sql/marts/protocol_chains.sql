-- One row per protocol of chains and chain that is known to have it: read (some of its blocks were), unread (it is in the
-- catalogue, and nothing of it could be read yet) or not_indexed, with the reason.
with uses as (
  select 'erc8004' as protocol, 'erc8004_identity' as source, chain, name from raw_chains where has_erc8004
  union all
  select 'x402', 'x402_payments', chain, name from raw_chains where usdc is not null
),
read as (
  select distinct ingest_blocks.source, ingest_blocks.chain
  from ingest_blocks
  join run on ingest_blocks.date <= run.day
)
select uses.protocol, uses.chain, uses.name, if(read.chain is null, 'unread', 'read') as state, null::varchar as reason
from uses
left join read using (source, chain)
union all
select protocol, chain, name, 'not_indexed', reason from raw_unread_chains
order by protocol, state, name, chain
