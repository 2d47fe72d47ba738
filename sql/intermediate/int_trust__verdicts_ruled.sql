-- One row per rule of the verdict, in order: the first that fits decides, all that fit with the same verdict are its
-- reasons. A null condition fits every agent. Activity: recent is less than 30 days ago, stale 30 or more.
select * from (values
  (1, 'departed', 'reject', null, 'departed', null, null, 'It has departed: no source lists it any more.'),
  (2, 'critical_flag', 'reject', 'critical', null, null, null, 'It has a critical risk flag.'),
  (3, 'low_trust', 'reject', null, null, 'low_trust', null, 'Its trust score is in the lowest class.'),
  (4, 'major_flag', 'caution', 'major', null, null, null, 'It has a major risk flag.'),
  (5, 'activity_stale', 'caution', null, 'stale', null, null, 'Its latest public activity is 30 days old or older.'),
  (6, 'activity_unknown', 'caution', null, 'unknown', null, null, 'No public activity of it was ever observed.'),
  (7, 'unverified', 'caution', null, null, 'unverified', null, 'Its trust score is in the class unverified.'),
  (8, 'indexed_only', 'caution', null, null, null, 'indexed', 'It has not enough evidence to be ranked.'),
  (9, 'verified', 'proceed', null, 'recent', 'verified', 'evidence_ranked', 'It is active, ranked on evidence, and its trust score is in the class verified.'),
  (10, 'provisional', 'proceed', null, 'recent', 'provisional', 'evidence_ranked', 'It is active, ranked on evidence, and its trust score is in the class provisional.')
) as rules (position, reason, verdict, flag_severity, activity, class, evidence, sentence)
