-- One row per PyPI package that was requested and found, with its weekly downloads.
select package, last_week as downloads, period_end, observed_on, observed_at, source_url, response_sha256
from raw_pypi_downloads
where is_found
