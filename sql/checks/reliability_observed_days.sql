-- Every indexed agent has one reliability from 0 to 100, which is null only if no day was observed; so is its uptime.
select liveness.handle from liveness left join reliability using (handle)
group by liveness.handle
having count(reliability.handle) <> 1
  or bool_or((reliability_30d is null) <> (observed_days_30 = 0) or (reliability_90d is null) <> (observed_days_90 = 0))
  or bool_or(observed_days_30 > 30 or observed_days_90 > 90 or observed_days_30 > observed_days_90)
  or bool_or(coalesce(reliability_30d, 0) not between 0 and 100 or (coverage = 'none') <> (observed_days_30 = 0))
  or bool_or(measured_days_30 > 30 or answered_days_30 > measured_days_30 or (measured_days_30 = 0) <> (uptime_30d is null))
