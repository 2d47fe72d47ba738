-- A curated list has entries that are old exactly if its oldest entry is.
select list, entries, old_entries, age_days
from catalog_lists
where old_entries > entries or (old_entries > 0) <> (age_days > list_days())
