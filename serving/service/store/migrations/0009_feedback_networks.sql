-- Where a report came from, as keyed hashes: the caller, and two networks around it. Reports of before are each from a
-- place of their own.
alter table feedback add column sender text;
alter table feedback add column site text;
alter table feedback add column provider text;
update feedback set sender = id, site = id, provider = id;
create index feedback_by_network on feedback (state, provider, site, sender, received_at, id);
