-- Every protocol has one count, and none exceeds the number of indexed agents.
select surface from protocol_adoption
where agents_alive > agents_indexed or agents_evidence_ranked > agents_indexed or agents_indexed > (select count(*) from liveness)
union all
select surface from protocol_adoption group by surface having count(*) > 1
