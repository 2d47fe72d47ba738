-- One row per developer organisation of the catalogue.
select id, name, website, source_urls from raw_catalog_developers
