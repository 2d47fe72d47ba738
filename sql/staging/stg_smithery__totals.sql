-- One row per list of the Smithery registry, with its number of entries at the last read.
select list, total, observed_on, observed_at, source_url, response_sha256 from raw_smithery
