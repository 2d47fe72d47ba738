-- One row per agent that has not departed: the words that find searches, this index's and third parties' separately,
-- each at most 6,000 characters, the text of each field, and phrases, sentences, brands and named products (int_capability__phrases).
-- Names come first, so that the cap never cuts them.
with placed as (
  select
    *,
    list_position([
      'class', 'surfaces', 'catalogue', 'known', 'name', 'registry', 'tags', 'skills', 'tools', 'resources', 'description', 'tool_descriptions'
    ], field) as position
  from int_capability__normalised_terms
),
joined as (
  select
    handle,
    list_sort(list({position: position, field: field, text: text}) filter (is_trusted)) as trusted,
    list_sort(list({position: position, field: field, text: text}) filter (not is_trusted)) as untrusted,
    list_sort(list({position: position, field: field, text: text})) as fields
  from placed
  group by handle
)
select
  liveness.handle,
  trim(left(coalesce(array_to_string(list_transform(joined.trusted, lambda one: one.text), ' '), ''), 6000)) as trusted_text,
  trim(left(coalesce(array_to_string(list_transform(joined.untrusted, lambda one: one.text), ' '), ''), 6000)) as untrusted_text,
  coalesce(list_transform(joined.fields, lambda one: one.field), []) as fields,
  coalesce(list_transform(joined.fields, lambda one: {field: one.field, text: one.text}), []) as texts,
  coalesce(phrases.phrases, []) as phrases,
  coalesce(phrases.sentences, []) as sentences,
  coalesce(phrases.brands, []) as brands,
  coalesce(phrases.named, []) as named
from liveness
left join joined using (handle)
left join int_capability__phrases as phrases using (handle)
