-- The books: one row for each authorization that was ever sent with a paid call. Rows are never deleted.
-- Times are milliseconds since 1970; valid_after and valid_before are the authorization's own, in seconds.
create table payments (
  network text not null,
  asset text not null,
  payer text not null,
  nonce text not null,
  -- What the authorization was sent with; the same authorization buys nothing else.
  endpoint text not null,
  request text not null,
  signature_sha256 text not null,
  amount text not null,
  pay_to text not null,
  valid_after bigint not null,
  valid_before bigint not null,
  state text not null check (state in ('reserved', 'verified', 'settled', 'served', 'refused', 'unknown')),
  -- Who works on it, and until when nobody else may.
  attempt text not null,
  lease_until bigint not null,
  -- The answer, made before money moves; verified_at is null until it is kept.
  verified_at bigint,
  body text,
  content_type text,
  release_id text,
  transaction_hash text,
  settled_at bigint,
  served_at bigint,
  -- Why it was refused, or why its outcome is not known.
  reason text,
  created_at bigint not null,
  updated_at bigint not null,
  primary key (network, asset, payer, nonce),
  check (state in ('reserved', 'refused') or verified_at is not null),
  check (verified_at is null or (body is not null and content_type is not null and release_id is not null)),
  check (state not in ('settled', 'served') or transaction_hash is not null)
);

create index payments_open on payments (updated_at) where state in ('reserved', 'verified', 'unknown');
