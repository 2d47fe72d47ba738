-- One row per chain and operator that is an anchor: a wallet that spent with it is known. The catalogue lists them; on a
-- chain without catalogued ones they are the max_anchors() operators with most independent payers on the newest day of the
-- first reading of the chain (days that are read back change nothing), each with min_anchor_payers() or more, and nine
-- payments in ten from such payers. These payments precede anything of the index being public, so nobody can become an
-- anchor by paying later.
with listed as (
  select chain, operator, since
  from raw_catalog_anchors
  cross join run
  where since <= run.day
),
begun as (
  select chain, date as read_on, from_block, to_block
  from ingest_blocks
  where source = 'x402_payments'
  qualify row_number() over (partition by chain order by date, to_block desc) = 1
),
found as (
  select
    payments.chain,
    payments.operator,
    begun.read_on as since,
    count(distinct payments.payer) filter (related.payer is null) as payers,
    count(*) filter (related.payer is null) as independent,
    count(*) as payments
  from stg_x402_payments__payments as payments
  join begun on begun.chain = payments.chain and payments.block_number between begun.from_block and begun.to_block
  left join int_x402_payers__relations as related
    on related.operator = payments.operator and related.payer = payments.payer
  where payments.operator is not null and payments.payer is not null
    and payments.chain not in (select chain from listed)
  group by payments.chain, payments.operator, begun.read_on
),
ordered as (
  select *, row_number() over (partition by chain order by payers desc, operator) as nth
  from found
  where payers >= min_anchor_payers() and independent >= 0.9 * payments
)
select chain, operator, since, 'catalogue' as chosen_by from listed
union all
select chain, operator, since, 'first reading' from ordered where nth <= max_anchors()
