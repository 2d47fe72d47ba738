-- One row per secret of this installation, made at random when it is first needed.
create table secrets (
  name text not null primary key,
  value text not null
);

-- One row per limit, caller and window of time: how many calls were allowed in it.
create table rate_windows (
  name text not null,
  -- HMAC of the caller: no address is kept
  caller text not null,
  seconds bigint not null,
  starts_at bigint not null,
  ends_at bigint not null,
  count bigint not null,
  primary key (name, caller, seconds, starts_at)
);

create index rate_windows_by_end on rate_windows (ends_at);
