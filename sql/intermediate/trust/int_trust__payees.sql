-- One row per agent of which a wallet is known: its own host quotes it, its registration names it, it signed, or a feed
-- lists it. wallets: the first ten wallets that its own host quotes and that were paid, those with most payers first;
-- paid_days: the days of payments, of the last market_days(), that were read of the chains it was paid on.
with named as (
  select handle from int_trust__payment_wallets
  union
  select handle from int_operators__agents where handle is not null
),
wallets as (
  select handle, chain, wallet, count(*) as payers from int_trust__payers group by handle, chain, wallet
),
paid as (
  select
    handle,
    list({chain: wallets.chain, wallet: wallet} order by payers desc, wallets.chain, wallet)[:10] as wallets,
    max(windows.observed_days) as paid_days
  from wallets
  left join int_x402_windows__coverage as windows on windows.chain = wallets.chain and windows.days = market_days()
  group by handle
)
select named.handle, coalesce(paid.wallets, []) as wallets, paid.paid_days
from named
left join paid using (handle)
