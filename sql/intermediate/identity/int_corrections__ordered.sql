-- One row per correction, with its place among those of the same record and field: the latest, which holds, is 1.
select
  *,
  row_number() over (partition by record_id, field order by corrected_on desc, line desc) as nth_latest
from raw_corrections
