-- Every agent that has not departed has one liveness, by the one 30-day rule.
select agents.handle from agents left join liveness using (handle)
where agents.departed_on is null and (liveness.liveness is null or (liveness.liveness = 'alive') <> (coalesce(liveness.days_since_active, 30) < 30))
