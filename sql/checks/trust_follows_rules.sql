-- Every agent has one trust row with a verdict, reasons and a price. A critical flag means reject. Proceed requires public activity in the last 30 days, somebody who vouches for the agent, and an agent that is not new unless it is in the catalogue. The price recommends payment only for agents that are ranked, alive and not new. The class verified requires all that proceed requires of an identity.
select agents.handle from agents left join trust using (handle)
group by agents.handle
having count(trust.handle) <> 1
  or bool_or(trust.verdict is null or len(trust.reasons) = 0 or trust.price_multiplier is null or not trust.score between 0 and 100)
  or bool_or(not trust.price_multiplier between 0.50 and 1.00)
  or bool_or(trust.verdict <> 'reject' and list_contains(list_transform(trust.flags, lambda one: one.severity), 'critical'))
  or bool_or(trust.verdict = 'proceed' and coalesce(trust.days_since_active, alive_days()) >= alive_days())
  or bool_or(trust.verdict = 'proceed' and agents.primary_category in ('service', 'tokenized', 'mcp_server')
    and trust.age <> 'attested')
  or bool_or(trust.class = 'verified' and (trust.age <> 'attested' or trust.control <> 'proven' or trust.basis <> 'vouched'))
  or bool_or(trust.verdict = 'proceed' and trust.handle not in (select handle from int_trust__vouching))
  or bool_or(trust.recommendation not in ('not_enough_known', 'do_not_pay')
    and (agents.tier <> 'evidence_ranked' or coalesce(agents.liveness, 'unknown') <> 'alive' or trust.age = 'new'))
  or bool_or((trust.recommendation in ('not_enough_known', 'do_not_pay')) <> (trust.daily = 0))
