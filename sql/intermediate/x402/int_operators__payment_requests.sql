-- One row per chain, operator (a paid address), host that requests payment to it there, and resource: by the host's own
-- 402 answer, or, for a host that never gave one, by the Bazaar. Anybody can list any resource of any host with his own
-- wallet, so a listing is confirmed (is_confirmed) only if it was in its feed at the feed's first reading, before
-- anything of the index was public.
with offered as (
  select chain, pay_to as operator, host, resource, first_asked_on as since, false as is_own_answer,
    first_asked_on = min(first_asked_on) over (partition by feed) as is_confirmed
  from stg_x402_bazaar__offers
),
-- A quote that the Bazaar had first has the date of the Bazaar.
quoted as (
  select
    quotes.chain, quotes.pay_to as operator, quotes.host, quotes.url as resource,
    least(quotes.first_asked_on, dated.since) as since,
    true as is_own_answer,
    true as is_confirmed
  from stg_endpoint_probes__quotes as quotes
  left join (select host, operator, min(since) as since from offered group by host, operator) as dated
    on dated.host = quotes.host and dated.operator = quotes.pay_to
)
select * from quoted
union all
select * from offered
anti join quoted using (host)
