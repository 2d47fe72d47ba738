-- One row per task of the agent-to-agent interface that is kept.
-- Times are milliseconds since 1970.
create table a2a_tasks (
  id text not null primary key,
  -- Counts the changes: who changes a task names the version that was read.
  version bigint not null,
  -- JSON: the task as it is shown, what it would buy, and the hash of a payment that it waits for.
  record text not null,
  expires_at bigint not null
);

create index a2a_tasks_by_end on a2a_tasks (expires_at);
