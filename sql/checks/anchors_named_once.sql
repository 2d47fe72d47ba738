-- Every anchor is named once on its chain, and none before its day.
select chain, operator from x402_anchors cross join run group by chain, operator, run.day having count(*) > 1 or max(since) > run.day
