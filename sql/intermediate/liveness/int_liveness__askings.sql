-- One row per agent that declares an address: how many, how many of them were ever asked, the last answer of any, and for
-- how many days, this one included, the askings leave it alive (alive_for; null: not alive by them), or silent at all
-- addresses that were asked (silent_for), without another asking. is_unread: an asking that was due is missing. Of several
-- that answered last at one moment a page counts last.
with judged as (
  select
    declared.handle,
    asked.address is not null and asked.is_asked as is_asked,
    asked.answered_on,
    asked.answered_at,
    asked.kind,
    asked.read_on,
    asked.is_answering,
    -- A day on which nothing could be asked, as where our own line was in doubt, makes no answer older.
    date_diff('day', asked.answered_on, asked.read_on) as answer_age,
    answer_days() - date_diff('day', asked.read_on, run.day) as reading_left,
    case
      when asked.judged_on is null then 0
      else least(alive_days() - date_diff('day', asked.judged_on, run.day), reading_left)
    end as verdict_left
  from int_agents__addresses as declared
  left join int_liveness__addresses as asked using (address)
  cross join run
),
timed as (
  select
    *,
    nullif(greatest(
      if(answer_age < answer_days(), least(answer_days() - answer_age, reading_left), 0),
      if(is_answering, verdict_left, 0),
      0
    ), 0) as alive_for,
    nullif(greatest(if(is_answering, 0, verdict_left), 0), 0) as silent_for,
    is_asked and reading_left <= 0 as is_late
  from judged
)
select
  handle,
  count(*) as addresses,
  count(*) filter (is_asked) as asked_addresses,
  max(answered_on) as answered_on,
  max(answered_at) as answered_at,
  first(kind order by answered_at desc nulls last, kind = 'web', kind) as answered_kind,
  max(alive_for) as alive_for,
  case
    when max(alive_for) is null and bool_and(silent_for is not null) filter (is_asked) then min(silent_for) filter (is_asked)
  end as silent_for,
  max(alive_for) is null and coalesce(bool_or(is_late), false) as is_unread,
  max(read_on) filter (is_asked) as read_on
from timed
group by handle
