-- One row per agent that has not departed and name of it: as written without its form, and folded so that names that
-- look the same are equal. Only letters and digits remain; 0 is read as o, and 1 and i as l.
with tables as (
  select
    string_agg(seen, '' order by seen) filter (kind = 'form') as forms,
    string_agg(plain, '' order by seen) filter (kind = 'form') as formed,
    string_agg(seen, '' order by seen) filter (kind = 'look_alike') as looks,
    string_agg(plain, '' order by seen) filter (kind = 'look_alike') as looked
  from int_trust__character_folds
),
named as (
  select distinct bound.handle, records.source, left(records.name, 300) as name
  from int_records__handles as bound
  join int_records as records using (record_id)
  join liveness using (handle)
  where records.departed_on is null and records.name is not null
),
plain as (
  select
    named.*,
    case
      when regexp_matches(name, '[^ -~]') then strip_accents(lower(translate(nfc_normalize(name), forms, formed)))
      else lower(name)
    end as plain,
    regexp_replace(strip_accents(lower(name)), '[^\p{L}\p{N}]', '', 'g') as bare
  from named
  cross join tables
)
select
  handle,
  source,
  name,
  bare,
  translate(
    regexp_replace(
      case when regexp_matches(plain, '[^ -~]') then translate(plain, looks, looked) else plain end,
      '[^\p{L}\p{N}]', '', 'g'
    ),
    '01i', 'oll'
  ) as folded
from plain
cross join tables
