-- Every agent has one trust row with a verdict, reasons and a price. A critical flag means reject. Proceed requires an agent that is alive, not new, in control of its identity or payee, and without a flag of the wash rule; whoever cannot be paid also needs somebody who vouches for it. The class verified requires all that proceed requires of an identity. A price says so where no way to pay is known, and names a limit where it recommends a payment.
select agents.handle from agents left join trust using (handle)
group by agents.handle
having count(trust.handle) <> 1
  or bool_or(trust.verdict is null or len(trust.reasons) = 0 or trust.price_multiplier is null or not trust.score between 0 and 100)
  or bool_or(not trust.price_multiplier between 0.50 and 1.00)
  or bool_or(trust.verdict <> 'reject' and list_contains(list_transform(trust.flags, lambda one: one.severity), 'critical'))
  or bool_or(trust.verdict = 'proceed' and (coalesce(agents.liveness, 'unknown') <> 'alive' or trust.age = 'new' or trust.control <> 'proven'))
  or bool_or(trust.verdict = 'proceed' and trust.handle in (select handle from int_trust__wash_flags))
  or bool_or(trust.verdict = 'proceed' and not trust.payable and trust.handle not in (select handle from int_trust__vouching))
  or bool_or(trust.class = 'verified' and (trust.age = 'new' or trust.control <> 'proven' or trust.basis not in ('vouched', 'paid')))
  or bool_or(trust.verdict <> 'reject' and (trust.recommendation = 'no_known_rail') <> (not trust.payable))
  or bool_or(trust.payable and (trust.recommendation in ('not_enough_known', 'do_not_pay')) <> (trust.daily = 0))
