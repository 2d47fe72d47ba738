-- One row per model family of the catalogue.
select id, name, provider, organization, source_urls from raw_catalog_families
