-- An agent is evidence_ranked exactly when it has a rank in at least one category.
select tiers.handle from tiers left join rankings using (handle) group by tiers.handle, tiers.tier having (tiers.tier = 'evidence_ranked') <> (count(rankings.rank) > 0)
