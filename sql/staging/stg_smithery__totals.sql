-- One row per list of the Smithery registry, with how many entries it had when it was last read.
select list, total, observed_on, observed_at, source_url, response_sha256 from raw_smithery
