-- One row per agent and field: its normalised search words. Composed, plain forms of letters, lower-case, without marks,
-- invisible characters and needless punctuation; single spaces; at most 2,000 characters, 4,000 of descriptions of tools.
with tables as (
  select string_agg(seen, '' order by seen) as forms, string_agg(plain, '' order by seen) as formed
  from int_trust__character_folds
  where kind = 'form'
),
bounded as (
  select *, if(field = 'tool_descriptions', 4000, 2000) as most from int_capability__terms
),
plain as (
  select
    handle, field, is_trusted, most,
    case
      when regexp_matches(text, '[^ -~]') then strip_accents(lower(translate(
        regexp_replace(
          nfc_normalize(left(regexp_replace(text, '[\s\x{85}\p{Z}]+', ' ', 'g'), most)),
          '[\p{Cc}\p{Cf}\p{Co}\p{Cs}\x{034F}\x{115F}\x{1160}\x{17B4}\x{17B5}\x{180B}-\x{180F}\x{2800}\x{3164}\x{FE00}-\x{FE0F}\x{FFA0}\x{E0100}-\x{E01EF}]', '', 'g'
        ), forms, formed
      )))
      else lower(left(text, most))
    end as text
  from bounded
  cross join tables
),
words as (
  select distinct
    handle, field, is_trusted, most,
    trim(regexp_replace(regexp_replace(text, '[^\p{L}\p{M}\p{N}.+#-]+', ' ', 'g'), '(^| )[.+#-]+|[.-]+( |$)', ' ', 'g')) as text
  from plain
),
joined as (
  select handle, field, is_trusted, most, array_to_string(list_sort(list(text)), ' ') as text
  from words
  where text <> ''
  group by handle, field, is_trusted, most
)
select handle, field, is_trusted, trim(left(regexp_replace(text, ' +', ' ', 'g'), most)) as text from joined
