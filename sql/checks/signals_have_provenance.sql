-- Every signal has a value or a time, a source address, the time of observation and the hash of a recorded response.
select * from signals
where (value is null and value_at is null) or source_url is null or observed_at is null or response_sha256 is null or not regexp_full_match(response_sha256, '[0-9a-f]{64}')
