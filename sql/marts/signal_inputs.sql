-- One row per agent, signal, item and recorded response: the inputs of each value of the signals mart.
-- A time in the future is not a fact about the past: it is left out, and the signal counts as not observed.
select
  gathered.handle,
  gathered.key,
  gathered.item,
  gathered.value,
  gathered.value_at,
  gathered.source_url,
  gathered.observed_at,
  gathered.response_sha256
from int_signal_inputs as gathered
join signal_definitions as definitions using (key)
cross join run
where
  (gathered.value is not null or gathered.value_at is not null)
  and (gathered.value_at is null or gathered.value_at <= run.day_end + interval 1 day)
