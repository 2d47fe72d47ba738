-- One row per model family and developer of the catalogue of which it says what it does.
select bound.handle, abilities.does
from raw_catalog_abilities as abilities
join int_records__handles as bound on bound.record_id = 'catalog:' || abilities.kind || '/' || abilities.subject
where abilities.kind <> 'product'
