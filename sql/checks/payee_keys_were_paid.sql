-- Every wallet of the index of payees was paid, no more often by wallets than payments were made, and stands there once.
select wallet from payee_keys where payers > payments or payments = 0 or len(chains) = 0
union all
select wallet from payee_keys group by wallet having count(*) > 1
order by wallet
