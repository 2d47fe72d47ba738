-- Selects the tasks of a context. It is null where its caller chose it: such tasks, and those of before, are not listed.
alter table a2a_tasks add column context_id text;
alter table a2a_tasks add column state text;
-- Milliseconds since 1970.
alter table a2a_tasks add column status_at bigint;
create index a2a_tasks_by_context on a2a_tasks (context_id, status_at, id);
