-- Ids that payers give to their calls: the payment that each belongs to. Times are milliseconds since 1970.
create table payment_identifiers (
  payer text not null,
  -- SHA-256 of the id in hexadecimal digits
  identifier_sha256 text not null,
  network text not null,
  asset text not null,
  nonce text not null,
  -- The attempt that claimed it: who takes it over names the one that was read.
  attempt text not null,
  claimed_at bigint not null,
  primary key (payer, identifier_sha256)
);

create index payment_identifiers_by_age on payment_identifiers (claimed_at);

-- The places that the open payments of a payer take.
create table payment_slots (
  network text not null,
  asset text not null,
  payer text not null,
  slot bigint not null,
  nonce text not null,
  -- 1 while it counts against the balance of its payer, 0 while it waits for others to be done
  counts bigint not null,
  primary key (network, asset, payer, slot),
  unique (network, asset, payer, nonce)
);

-- As before, but for the answer: it is dropped when it is owed to nobody any more.
create table payments_rebuilt (
  network text not null,
  asset text not null,
  payer text not null,
  nonce text not null,
  endpoint text not null,
  request text not null,
  signature_sha256 text not null,
  amount text not null,
  pay_to text not null,
  valid_after bigint not null,
  valid_before bigint not null,
  state text not null check (state in ('reserved', 'verified', 'settled', 'served', 'refused', 'unknown')),
  attempt text not null,
  lease_until bigint not null,
  verified_at bigint,
  body text,
  content_type text,
  release_id text,
  transaction_hash text,
  settled_at bigint,
  served_at bigint,
  reason text,
  created_at bigint not null,
  updated_at bigint not null,
  proof_sha256 text,
  primary key (network, asset, payer, nonce),
  check (state in ('reserved', 'refused') or verified_at is not null),
  check (verified_at is null or (content_type is not null and release_id is not null)),
  check (state not in ('verified', 'unknown', 'settled') or body is not null),
  check (state not in ('settled', 'served') or transaction_hash is not null)
);

insert into payments_rebuilt (network, asset, payer, nonce, endpoint, request, signature_sha256, amount, pay_to,
  valid_after, valid_before, state, attempt, lease_until, verified_at, body, content_type, release_id,
  transaction_hash, settled_at, served_at, reason, created_at, updated_at, proof_sha256)
select network, asset, payer, nonce, endpoint, request, signature_sha256, amount, pay_to,
  valid_after, valid_before, state, attempt, lease_until, verified_at, body, content_type, release_id,
  transaction_hash, settled_at, served_at, reason, created_at, updated_at, proof_sha256
from payments;

drop table payments;
alter table payments_rebuilt rename to payments;

create index payments_open on payments (updated_at) where state in ('reserved', 'verified', 'unknown');
create index payments_unverified on payments (updated_at) where verified_at is null;
create index payments_refused on payments (updated_at) where state = 'refused' and verified_at is not null;
create index payments_not_served on payments (state) where state <> 'served';
-- Answers that were given, until they are dropped.
create index payments_answered on payments (settled_at) where state = 'served' and body is not null;
