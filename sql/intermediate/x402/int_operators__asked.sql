-- One row per chain, operator (an address that is paid), host that asks for payment to it there, and resource: as the
-- host's own answer 402 says, or, for a host that never gave one, as the Bazaar says. Anybody can list any resource of
-- any host with a wallet of his own, so a listing is confirmed (is_confirmed) only where it stood in its feed when that
-- was first read, before anything of the index was public.
with offered as (
  select chain, pay_to as operator, host, resource, first_asked_on as since, false as is_own_answer,
    first_asked_on = min(first_asked_on) over (partition by feed) as is_confirmed
  from stg_x402_bazaar__offers
),
-- A quote that the Bazaar had before us is as old as it was there.
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
