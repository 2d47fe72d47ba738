-- One row per correction, with its place among those of the same record and field: 1 is the latest, which applies.
select
  *,
  row_number() over (partition by record_id, field order by corrected_on desc, line desc) as nth_latest
from raw_corrections
