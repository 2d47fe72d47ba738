create table feedback (
  id text primary key,
  fingerprint text not null unique,
  received_at bigint not null,
  feedback_type text not null,
  message text not null,
  agent_handle text,
  category text,
  query_attempted text,
  client_identifier text,
  contact text,
  state text not null default 'open' check (state in ('open', 'accepted', 'declined')),
  note text,
  resolved_at bigint
);
create index feedback_by_state on feedback (state, received_at);
