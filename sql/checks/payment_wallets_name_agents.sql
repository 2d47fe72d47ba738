-- A wallet that is named for paying an agent by its handle is that of an agent of the index, and quoted or only listed, not both.
select name from payment_wallets anti join agents on agents.handle = payment_wallets.name where subject = 'agent'
union all
select name from payment_wallets group by subject, name, chain, wallet having count(distinct is_quoted) > 1
order by name
