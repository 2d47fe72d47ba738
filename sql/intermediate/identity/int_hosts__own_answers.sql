-- One row per agent and host that names the agent itself, by a card, a quote or a proof; other hosts are only tied to it by a
-- registry or the catalogue.
select distinct bound.handle, proofs.host
from int_hosts__proofs as proofs
join int_records__handles as bound using (record_id)
where proofs.how in ('card', 'quote', 'proof')
