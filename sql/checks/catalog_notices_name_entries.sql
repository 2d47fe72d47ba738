-- A notice is about one repository that its entry of the catalogue names, stands once and says what has changed.
select notices.entry, notices.repository
from catalog_notices as notices
left join raw_catalog_repositories as tracked
  on tracked.developer = notices.entry and tracked.repository = notices.repository
group by notices.entry, notices.repository
having count(*) <> 1
  or count(tracked.repository) <> 1
  or not bool_or(notices.renamed_to is not null or coalesce(notices.is_archived, false))
