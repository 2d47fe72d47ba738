-- One row per trust class, with its minimum score.
select * from (values
  (1, 'verified', 80),
  (2, 'provisional', 50),
  (3, 'unverified', 10),
  (4, 'low_trust', 0)
) as classes (position, class, min_score)
