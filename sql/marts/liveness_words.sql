-- One row per agent that has not departed: its state and what that rests on, in sentences of our own words, and with what
-- answers have beside them (life).
with facts as (
  select
    liveness.*,
    chances.alive_probability,
    chances.alive_cases,
    case
      when liveness.sign is null then null
      when liveness.sign <> 'address_answered' then 'it ' || rules.did
      when liveness.answered_kind = 'web' then 'its web page answered'
      when liveness.answered_kind in ('oasf', 'other') then 'an address of it answered'
      else 'it answered'
    end || if(liveness.sign_at is null, '', ' on ' || strftime(least(liveness.sign_at::date, run.day), '%-d %B %Y')) as last_sign,
    case
      when liveness.addresses = liveness.asked_addresses and liveness.addresses = 1 then 'its address'
      when liveness.addresses = liveness.asked_addresses then 'any of its ' || liveness.addresses || ' addresses'
      else 'any of the ' || liveness.asked_addresses || ' of its ' || liveness.addresses || ' addresses that were ever asked'
    end as asked
  from liveness
  join alive_chances as chances using (handle)
  left join seed_liveness__signs as rules on rules.kind = liveness.kind and rules.sign = liveness.sign
  cross join run
),
stated as (
  select
    *,
    case
      when liveness = 'alive' then 'Alive: ' || last_sign || '.'
      when liveness = 'not_alive' and kind = 'asked' then 'Not alive: no answer from ' || asked || ' when last asked'
        || if(sign is null, ', and none ever seen.', '; ' || last_sign || '.')
      when liveness = 'not_alive' then 'Not alive: ' || coalesce(last_sign || ', and nothing since was seen where it would show.', 'nothing was seen where it would show.')
      when kind = 'unasked' then 'Not known: it declares '
        || if(addresses = 1, 'an address, which was', addresses || ' addresses, of which none was') || if(addresses = 1, ' never asked.', ' ever asked.')
      when is_unread and last_sign is not null then 'Not known: ' || last_sign || ', and what would show a later sign was not read in time.'
      when kind = 'asked' then 'Not known: no answer from ' || asked || ' says whether it works.'
      when kind = 'unaddressed' then 'Not known: it declares no address that can be asked, and no push, release or downloads of it tell.'
      else 'Not known: no sign of life of it was ever seen, which is not the same as dead.'
    end as state
  from facts
),
said as (
  select
    *,
    state
    || case
      when alive_probability is null then ''
      else ' Of ' || alive_cases || ' like it, '
        || case
          when alive_probability > 0.99 then 'more than 99'
          when alive_probability < 0.01 then 'less than 1'
          else round(100 * alive_probability)::int::varchar
        end
        || ' % showed a sign of life in the two weeks after.'
    end
    || case
      when maintained_at is null or kind in ('unaddressed', 'developer', 'model_family') then ''
      when is_maintained then ' Maintained: last push or release on ' || strftime(least(maintained_at::date, run.day), '%-d %B %Y') || '.'
      else ' No push or release seen since ' || strftime(maintained_at::date, '%-d %B %Y') || '.'
    end as words
  from stated
  cross join run
)
select
  handle,
  words,
  {
    says: words,
    judged_as: kind,
    rests_on: sign,
    rests_on_at: strftime(sign_at, '%Y-%m-%dT%H:%M:%SZ'),
    maintained: is_maintained,
    maintained_at: strftime(maintained_at, '%Y-%m-%dT%H:%M:%SZ'),
    alive_probability: alive_probability,
    alive_probability_cases: alive_cases
  } as life
from said
