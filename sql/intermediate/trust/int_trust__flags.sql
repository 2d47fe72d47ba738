-- One row per agent that has not departed, risk flag and reason for it, in this index's words and numbers.
with raised as (
  select
    handle, 'wash_trade' as flag, severity,
    'The wash rule found ' || flag || ': ' || max(payments) || ' payments from ' || max(unique_payers) || ' wallets in ' || market_days() || ' days.' as reason,
    []::varchar[] as related
  from int_trust__wash_flags
  group by handle, flag, severity
  union all
  select handle, 'hostile_name', severity, 'One of its names contains ' || trait || '.', [] from int_trust__hostile_names
  union all
  select handle, 'wallet_mismatch', severity, reason, [] from int_trust__wallet_mismatches
  union all
  select handle, 'impersonation', severity, 'It uses ' || how || if(count(*) = 1, ' another agent', ' ' || count(*) || ' other agents') || ' with a better proven identity.', list_sort(list(other))
  from int_trust__impersonations
  group by handle, severity, how
  union all
  select
    handle,
    'endpoint_expired',
    if(bool_or(is_own and is_expired) and not bool_or(has_answered and not is_expired), 'major', 'minor'),
    'Endpoints that used to answer and have not answered for at least ' || min(dead_days) filter (is_expired) || ' observed days: ' || count(*) filter (is_expired) || ' of ' || count(*) filter (has_answered) || '.',
    []
  from int_trust__endpoint_results
  group by handle
  having count(*) filter (is_expired) > 0
  union all
  select handle, 'unsafe_endpoint', if(bool_or(is_own), 'major', 'minor'), 'Addresses that must not be fetched: ' || count(*) || '.', []
  from int_trust__endpoint_results
  where is_unsafe
  group by handle
  union all
  select
    handle, 'copied_registration', if(own_others >= 5, 'major', 'minor'),
    others || ' other registrations have the same name and description, ' || own_others || ' of them from the same owner.', []
  from int_trust__copied_registrations
  union all
  select handle, 'sudden_death', 'minor', reason, [] from int_trust__sudden_deaths
  union all
  select
    handle, 'hostile_tools', if(bool_or(is_own), 'critical', 'minor'),
    'Hidden text in tools gives instructions to a model: ' || sum(hidden_texts) || if(count(*) = 1, ' on one server.', ' on ' || count(*) || ' servers.'), []
  from int_agents__tool_lists
  where hidden_texts > 0
  group by handle
  union all
  select
    handle, 'tools_changed', 'minor',
    'The tools of ' || if(count(*) = 1, 'one server', count(*) || ' servers') || ' changed without a new version, last on ' || max(silent_on) || '.'
      || if(bool_or(changes_often), ' They change often: on ' || max(silent_days) filter (changes_often) || ' of ' || change_window_days() || ' days.', ''),
    []
  from int_agents__tool_changes
  where silent_on is not null
  group by handle
)
select defined.position, raised.handle, raised.flag, raised.severity, raised.reason, raised.related
from raised
join int_trust__flag_definitions as defined using (flag)
join liveness using (handle)
