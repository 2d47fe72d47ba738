-- Every identity override is listed once, and those that are applied hold: the same are one agent, the different are two.
select line from identity_overrides
where status = 'applied' and ((verdict = 'same') is distinct from (handle_a = handle_b))
union all
select line
from raw_identity_overrides
full join identity_overrides using (line)
group by line
having count(identity_overrides.line) <> 1
