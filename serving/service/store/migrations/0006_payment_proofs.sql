-- The SHA-256 of what the first sender of a payment can show and the chain cannot; null where it sent nothing of the kind.
alter table payments add column proof_sha256 text;

-- Only rows that no valid payment stands behind are ever deleted: anybody can have those written for nothing.
create index payments_unverified on payments (updated_at) where verified_at is null;
create index payments_refused on payments (updated_at) where state = 'refused' and verified_at is not null;
-- What the metrics count: all but the rows of payments that are done with.
create index payments_not_served on payments (state) where state <> 'served';
