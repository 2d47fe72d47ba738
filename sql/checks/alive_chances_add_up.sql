-- Every agent has one chance, or none before the history is long enough, and the tested ones add up by tenths.
select handle
from liveness
full join alive_chances as chances using (handle)
where liveness.liveness is null or chances.handle is null or chances.alive_probability not between 0 and 1
  or (chances.alive_probability is null) <> (chances.alive_cases is null)
union all
select 'all'
from alive_chances_tested
having sum(agents) filter (tenth is null) <> sum(agents) filter (tenth is not null)
  or bool_or(tenth is not null and floor(least(mean_probability, 0.9999) * 10) <> tenth and abs(mean_probability * 10 - tenth - 1) > 0.001)
