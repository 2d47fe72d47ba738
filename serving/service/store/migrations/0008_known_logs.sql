-- What a service remembers of the log of its index, so that no later release can show it another one.
create table known_logs (
  index_name text not null primary key,
  -- The line origin+id+key; null, with all up to seen_at, while no log was seen.
  verifier_key text,
  log_size bigint,
  log_root text,
  day_digest text,
  -- The last release that was accepted.
  release text,
  manifest_sha256 text,
  seen_at bigint,
  -- An operator's word: this release may be served though the log does not end with it, while the log has this size;
  -- null until it was.
  allowed_release text,
  allowed_log_size bigint,
  -- What was offered and not accepted; null once something was.
  refused_release text,
  refused_why text,
  refused_at bigint
);
