-- No limit is above its share of what it costs to fake the customers of its agent (transaction_share of it at once, limit_share a day), and that cost is no more than the sum of its parts. Nothing is advised below min_cost_cents, for an agent that is not ranked, not alive, or has a grave flag, nor at a wallet that its host does not quote. Whoever cannot be paid has no limit.
select trust.handle, per_transaction, daily, cost_to_fake_usd
from trust
join agents using (handle)
where payable <> (per_transaction is not null)
  or payable <> (daily is not null)
  or payable <> (cost_to_fake_usd is not null)
  or per_transaction * 100 > cost_to_fake_usd * transaction_share()
  or daily * 100 > cost_to_fake_usd * limit_share()
  or cost_to_fake_usd > list_sum(list_transform(cost_parts, lambda one: one.usd))
  or (verdict = 'proceed' and cost_to_fake_usd < min_proceed_cost())
  or (daily > 0 and (
    cost_to_fake_usd * 100 < min_cost_cents()
    or recommendation in ('not_enough_known', 'do_not_pay', 'no_known_rail')
    or agents.tier <> 'evidence_ranked'
    or coalesce(agents.liveness, 'unknown') <> 'alive'
    or len(wallets) = 0
    or len(list_filter(flags, lambda one: one.severity in ('major', 'critical'))) > 0
  ))
