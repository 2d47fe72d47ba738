-- A transaction belongs to a signal of a score that was observed, one to each, on a chain with an explorer.
select handle, key, chain, transaction
from signal_transactions
left join signals using (handle, key)
left join raw_chains as chains using (chain)
where signals.handle is null or chains.explorer is null or transaction is null
union all
select handle, key, null, null from signal_transactions group by handle, key having count(*) > 1
order by all
