-- One row per npm package that was requested and found, with its weekly downloads.
select package, downloads, period_end, observed_on, observed_at, source_url, response_sha256
from raw_npm_downloads
where is_found
