-- One row per input of the trust score and value of it, with the points it gives; points of flags are for each flag.
select * from (values
  (1, 'confidence', 'high', 35, 'at least 70 percent of the weight observed, from 2 sources or more, and full coverage of days'),
  (2, 'confidence', 'medium', 25, 'at least 40 percent of the weight observed, and some coverage of days'),
  (3, 'confidence', 'low', 5, 'anything less'),
  (4, 'evidence', 'evidence_ranked', 40, 'enough evidence to be ranked in a category'),
  (5, 'evidence', 'indexed', 15, 'indexed only'),
  (6, 'identity', 'erc8004_proven', 25, 'a host of it names its ERC-8004 registration back'),
  (7, 'identity', 'account_proven', 10, 'a registry proved its account or domain, or it is in the curated catalogue'),
  (8, 'identity', 'unproven', 0, 'nothing ties it to an account or a domain'),
  (9, 'flag', 'minor', 0, 'worth knowing, no more'),
  (10, 'flag', 'major', -25, 'a reason to take care'),
  (11, 'flag', 'critical', -100, 'a reason not to deal with it')
) as points (position, input, value, points, meaning)
