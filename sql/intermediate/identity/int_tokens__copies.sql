-- One row per present token and other one whose name and symbol look the same, of which this one is the copy: the other
-- was listed earlier, or has a higher value, or the shorter id. With the same price and value, to a hundredth, it is a
-- second listing of one coin (is_same).
with tables as (
  select string_agg(seen, '' order by seen) as seen, string_agg(plain, '' order by seen) as plain
  from int_trust__character_folds
),
written as (
  select id, first_seen_on, price, market_cap, unnest([name, symbol]) as text, unnest(['name', 'symbol']) as field
  from stg_coingecko_ai_agents__tokens
  where gone_since is null
),
folded as (
  select
    written.* exclude (text),
    translate(
      regexp_replace(strip_accents(lower(translate(nfc_normalize(text), seen, plain))), '[^\p{L}\p{N}]', '', 'g'), '01i', 'oll'
    ) as text
  from written
  cross join tables
),
named as (
  select
    id, first_seen_on, price, market_cap,
    max(text) filter (field = 'name') as name,
    max(text) filter (field = 'symbol') as symbol,
    row_number() over (order by first_seen_on, coalesce(market_cap, 0) desc, length(id), id) as place
  from folded
  group by id, first_seen_on, price, market_cap
)
select
  copies.id,
  arg_min(others.id, others.place) as other,
  coalesce(bool_or(
    abs(copies.price - others.price) <= 0.01 * others.price and abs(copies.market_cap - others.market_cap) <= 0.01 * others.market_cap
    and others.price > 0 and others.market_cap > 0
  ), false) as is_same
from named as copies
join named as others using (name, symbol)
where copies.place > others.place and name <> '' and symbol <> ''
group by copies.id
