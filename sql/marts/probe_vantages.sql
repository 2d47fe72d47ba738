-- One row per place from which addresses were asked on the last day of probes: how many.
select vantage, observed_on as asked_on, count(*) as addresses
from stg_endpoint_probes__observations
where kind not in ('proof', 'manifest')
  and observed_on = (select max(asked_on) from int_probes__addresses)
group by vantage, observed_on
order by vantage
