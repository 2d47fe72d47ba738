-- One row per rule of the verdict, in order: the first that fits decides, all that fit with the same verdict are its
-- reasons. A null condition fits every agent. Activity: recent is less than 30 days ago, stale 30 or more. Age: new is
-- known for less than 30 days, unless the catalogue holds it.
select * from (values
  (1, 'departed', 'reject', null, 'departed', null, null, null, 'It has departed: no source lists it any more.'),
  (2, 'critical_flag', 'reject', 'critical', null, null, null, null, 'It has a critical risk flag.'),
  (3, 'low_trust', 'reject', null, null, null, 'low_trust', null, 'Its trust score is in the lowest class.'),
  (4, 'major_flag', 'caution', 'major', null, null, null, null, 'It has a major risk flag.'),
  (5, 'activity_stale', 'caution', null, 'stale', null, null, null, 'Its latest public activity is 30 days old or older.'),
  (6, 'activity_unknown', 'caution', null, 'unknown', null, null, null, 'No public activity of it was ever observed.'),
  (7, 'age_new', 'caution', null, null, 'new', null, null, 'It has been known for less than 30 days.'),
  (8, 'unverified', 'caution', null, null, null, 'unverified', null, 'Its trust score is in the class unverified.'),
  (9, 'indexed_only', 'caution', null, null, null, null, 'indexed', 'It has not enough evidence to be ranked.'),
  (10, 'verified', 'proceed', null, 'recent', 'known', 'verified', 'evidence_ranked', 'It is active, not new, ranked on evidence, and its trust score is in the class verified.'),
  (11, 'provisional', 'proceed', null, 'recent', 'known', 'provisional', 'evidence_ranked', 'It is active, not new, ranked on evidence, and its trust score is in the class provisional.')
) as rules (position, reason, verdict, flag_severity, activity, age, class, evidence, sentence)
