-- Every agent has one trust with a verdict, reasons and a price; a critical flag is rejected, and none is to proceed without public activity in the last 30 days, or when it is new and not catalogued.
select agents.handle from agents left join trust using (handle)
group by agents.handle
having count(trust.handle) <> 1
  or bool_or(trust.verdict is null or len(trust.reasons) = 0 or trust.price_multiplier is null or not trust.score between 0 and 100)
  or bool_or(not trust.price_multiplier between 0.50 and 1.00)
  or bool_or(trust.verdict <> 'reject' and list_contains(list_transform(trust.flags, lambda one: one.severity), 'critical'))
  or bool_or(trust.verdict = 'proceed' and coalesce(trust.days_since_active, 30) >= 30)
  or bool_or(trust.verdict = 'proceed' and agents.primary_category in ('service', 'tokenized', 'mcp_server')
    and trust.known_since > (select day from run) - 30)
