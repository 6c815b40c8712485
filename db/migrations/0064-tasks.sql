-- Tasks: what a therapist gives a client to do between sessions, and what the client makes of it.

alter table app.notification drop constraint notification_related_type_check;
alter table app.notification add check (related_type in ('user', 'session', 'client', 'task', 'entry'));

create table app.task (
  id uuid primary key,
  therapist_id uuid not null references app.calendar (therapist_id),
  client_id uuid not null,
  -- of the act that gave it; rows of one repetition share act and client
  act_id uuid not null,
  title text not null check (length(title) between 1 and 200),
  description jsonb not null,
  form jsonb not null,
  kind text not null check (kind in ('plain', 'checklist', 'check-in', 'thought-record', 'questionnaire')),
  status text not null default 'assigned' check (status in ('assigned', 'in-progress', 'completed', 'denied')),
  priority text not null check (priority in ('low', 'medium', 'high')),
  -- a day where the client is
  due_day date,
  assigned_at timestamptz not null,
  -- when the client is to have it; null where it waits for the task before it
  deliver_at timestamptz,
  delivered_at timestamptz,
  after_task_id uuid,
  repeat_number int check (repeat_number between 1 and 90),
  repeat_of int check (repeat_of between 2 and 90),
  session_id uuid,
  -- the zone with which the two moments that follow a day were found
  zone text not null check (length(zone) <= 64),
  remind_at timestamptz,
  -- that it was reminded of, or that nobody is to be any more
  reminded_at timestamptz,
  started_at timestamptz,
  completed_at timestamptz,
  decline_reason text not null default '' check (length(decline_reason) <= 500),
  -- when it came to an end: handed in, declined or put away
  ended_at timestamptz,
  archived_at timestamptz,
  withdrawn_at timestamptz,
  version int not null default 0,
  updated_at timestamptz not null default now(),
  unique (therapist_id, id),
  foreign key (therapist_id, client_id) references app.client (therapist_id, id),
  foreign key (therapist_id, session_id) references app.session (therapist_id, id),
  foreign key (therapist_id, after_task_id) references app.task (therapist_id, id),
  check ((repeat_number is null) = (repeat_of is null)),
  check ((ended_at is not null) = (status in ('completed', 'denied') or archived_at is not null)),
  check (status <> 'completed' or completed_at is not null)
);
comment on table app.task is 'owner: therapist';
create index task_of_client on app.task (therapist_id, client_id, act_id);
create index task_open on app.task (therapist_id, due_day, id) where ended_at is null and withdrawn_at is null;
create index task_ended on app.task (therapist_id, ended_at desc, id) where ended_at is not null and withdrawn_at is null;
create index task_after on app.task (therapist_id, after_task_id);
create index task_session on app.task (therapist_id, session_id);
create index task_act on app.task (therapist_id, act_id, client_id, repeat_number);
create index task_to_deliver on app.task (therapist_id, deliver_at) where delivered_at is null and withdrawn_at is null and archived_at is null;
create index task_to_remind on app.task (therapist_id, remind_at) where reminded_at is null and remind_at is not null;

-- What a client may see: a row is written when a task is delivered, and deleted when it is taken back or put away.
create table app.task_client (
  therapist_id uuid not null,
  task_id uuid not null,
  client_id uuid not null,
  due_day date,
  primary key (task_id, client_id),
  foreign key (therapist_id, task_id) references app.task (therapist_id, id) on delete cascade,
  foreign key (therapist_id, client_id) references app.client (therapist_id, id)
);
comment on table app.task_client is 'owner: therapist';
create index task_client_task on app.task_client (therapist_id, task_id);
create index task_client_record on app.task_client (therapist_id, client_id);
create index task_client_by_day on app.task_client (client_id, due_day, task_id);

-- Every step that a task took. A repeat of an act finds its command here.
create table app.task_history (
  id bigint generated always as identity primary key,
  therapist_id uuid not null,
  task_id uuid not null,
  at timestamptz not null,
  by_account uuid not null,
  by_role text not null check (by_role in ('therapist', 'client', 'product')),
  action text not null check (length(action) <= 30),
  from_status text,
  to_status text not null,
  reason text not null default '' check (length(reason) <= 500),
  command uuid not null,
  unique (therapist_id, command),
  foreign key (therapist_id, task_id) references app.task (therapist_id, id) on delete cascade
);
comment on table app.task_history is 'owner: therapist';
create index task_history_task on app.task_history (therapist_id, task_id, id);

-- What a client is filling in: the client's own, no other role has a right to it.
create table app.task_draft (
  account_id uuid not null references app.profile (account_id) on delete cascade,
  therapist_id uuid not null,
  task_id uuid not null,
  answer jsonb not null,
  version int not null default 1,
  saved_at timestamptz not null,
  primary key (account_id, task_id),
  foreign key (therapist_id, task_id) references app.task (therapist_id, id) on delete cascade
);
comment on table app.task_draft is 'owner: account';
create index task_draft_task on app.task_draft (therapist_id, task_id);

-- What was handed in, each time it was.
create table app.task_answer (
  id uuid primary key default gen_random_uuid(),
  therapist_id uuid not null,
  task_id uuid not null,
  answer jsonb not null,
  score int check (score between 0 and 100),
  flagged boolean not null default false,
  handed_in_at timestamptz not null,
  -- when the client took it back to change it
  taken_back_at timestamptz,
  acknowledged_at timestamptz,
  foreign key (therapist_id, task_id) references app.task (therapist_id, id) on delete cascade
);
comment on table app.task_answer is 'owner: therapist';
create index task_answer_task on app.task_answer (therapist_id, task_id, handed_in_at desc);
create index task_answer_flagged on app.task_answer (therapist_id, task_id) where flagged and acknowledged_at is null;

create table app.task_comment (
  id uuid primary key,
  therapist_id uuid not null,
  task_id uuid not null,
  by_role text not null check (by_role in ('therapist', 'client')),
  text text not null check (length(text) between 1 and 2000),
  at timestamptz not null,
  foreign key (therapist_id, task_id) references app.task (therapist_id, id) on delete cascade
);
comment on table app.task_comment is 'owner: therapist';
create index task_comment_task on app.task_comment (therapist_id, task_id, at);

-- The therapist's files on a task.
create table app.task_file (
  therapist_id uuid not null,
  task_id uuid not null,
  account_id uuid not null check (account_id = therapist_id),
  file_id uuid not null,
  primary key (task_id, file_id),
  foreign key (therapist_id, task_id) references app.task (therapist_id, id) on delete cascade,
  foreign key (account_id, file_id) references app.file (account_id, id)
);
comment on table app.task_file is 'owner: therapist';
create index task_file_task on app.task_file (therapist_id, task_id);
create index task_file_file on app.task_file (account_id, file_id);

create table app.task_template (
  id uuid primary key,
  therapist_id uuid not null references app.calendar (therapist_id),
  title text not null check (length(title) between 1 and 200),
  description jsonb not null,
  form jsonb not null,
  priority text not null check (priority in ('low', 'medium', 'high')),
  updated_at timestamptz not null
);
comment on table app.task_template is 'owner: therapist';
create index task_template_owner on app.task_template (therapist_id, updated_at);

-- ── rights ────────────────────────────────────────────────────────────────────────────────────────────────────
do $$
declare
  t record;
begin
  for t in select * from (values
    ('task', 'id, therapist_id, client_id, act_id, title, description, form, kind, status, priority, due_day, assigned_at, deliver_at, delivered_at, after_task_id, repeat_number, repeat_of, session_id, zone, remind_at',
      'title, description, form, kind, status, priority, due_day, deliver_at, delivered_at, after_task_id, zone, remind_at, reminded_at, started_at, completed_at, decline_reason, ended_at, withdrawn_at, version, updated_at', null),
    ('task_client', 'therapist_id, task_id, client_id, due_day', 'due_day', 'delete'),
    ('task_history', 'therapist_id, task_id, at, by_account, by_role, action, from_status, to_status, reason, command', null, null),
    ('task_answer', null, 'acknowledged_at', null),
    ('task_comment', 'id, therapist_id, task_id, by_role, text, at', null, null),
    ('task_file', 'therapist_id, task_id, account_id, file_id', null, 'delete'),
    ('task_template', 'id, therapist_id, title, description, form, priority, updated_at', 'title, description, form, priority, updated_at', 'delete')
  ) as v (name, inserts, updates, deletes) loop
    execute format('grant select on app.%I to attune_app_therapist', t.name);
    if t.inserts is not null then execute format('grant insert (%s) on app.%I to attune_app_therapist', t.inserts, t.name); end if;
    if t.updates is not null then execute format('grant update (%s) on app.%I to attune_app_therapist', t.updates, t.name); end if;
    if t.deletes is not null then execute format('grant delete on app.%I to attune_app_therapist', t.name); end if;
    execute format('create policy therapist_keeps on app.%I for all to attune_app_therapist using (therapist_id = (select app.actor_id()))', t.name);
  end loop;
end $$;

grant select (id, therapist_id, client_id, title, description, form, kind, status, priority, due_day, assigned_at, delivered_at, repeat_number, repeat_of,
    session_id, started_at, completed_at, decline_reason, ended_at, archived_at, withdrawn_at, version, updated_at),
  update (status, started_at, completed_at, decline_reason, ended_at, version, updated_at) on app.task to attune_app_client;
create policy client_sees on app.task for select to attune_app_client using (exists (select from app.task_client l where l.task_id = task.id));
create policy client_does on app.task for update to attune_app_client using (exists (select from app.task_client l where l.task_id = task.id));
grant select on app.task_client to attune_app_client;
create policy client_sees on app.task_client for select to attune_app_client using (client_id = any ((select def.my_records())::uuid[]));
grant select (id, therapist_id, task_id, at, by_role, action, from_status, to_status, reason, command),
  insert (therapist_id, task_id, at, by_account, by_role, action, from_status, to_status, reason, command) on app.task_history to attune_app_client;
create policy client_sees on app.task_history for select to attune_app_client using (exists (select from app.task_client l where l.task_id = task_history.task_id));
create policy client_writes on app.task_history for insert to attune_app_client with check (exists (select from app.task_client l where l.task_id = task_history.task_id));
-- Whether an answer was flagged and seen is the therapist's to know.
grant select (id, therapist_id, task_id, answer, score, handed_in_at, taken_back_at),
  insert (therapist_id, task_id, answer, score, flagged, handed_in_at), update (taken_back_at) on app.task_answer to attune_app_client;
create policy client_sees on app.task_answer for select to attune_app_client using (exists (select from app.task_client l where l.task_id = task_answer.task_id));
create policy client_hands_in on app.task_answer for insert to attune_app_client with check (exists (select from app.task_client l where l.task_id = task_answer.task_id));
create policy client_takes_back on app.task_answer for update to attune_app_client using (exists (select from app.task_client l where l.task_id = task_answer.task_id));
grant select, insert (id, therapist_id, task_id, by_role, text, at) on app.task_comment to attune_app_client;
create policy client_sees on app.task_comment for select to attune_app_client using (exists (select from app.task_client l where l.task_id = task_comment.task_id));
create policy client_writes on app.task_comment for insert to attune_app_client with check (exists (select from app.task_client l where l.task_id = task_comment.task_id));
grant select on app.task_file to attune_app_client;
create policy client_sees on app.task_file for select to attune_app_client using (exists (select from app.task_client l where l.task_id = task_file.task_id));
grant select, insert (account_id, therapist_id, task_id, answer, version, saved_at), update (answer, version, saved_at), delete on app.task_draft to attune_app_client;
create policy client_keeps on app.task_draft for all to attune_app_client using (account_id = (select app.actor_id()));

-- The worker delivers and reminds; what a task says it cannot read.
grant select (id, therapist_id, client_id, act_id, status, due_day, assigned_at, deliver_at, delivered_at, after_task_id, repeat_number, repeat_of, zone, remind_at,
    reminded_at, completed_at, ended_at, archived_at, withdrawn_at, version),
  update (deliver_at, delivered_at, zone, remind_at, reminded_at, ended_at, archived_at, version, updated_at) on app.task to attune_worker;
grant select, insert (therapist_id, task_id, client_id, due_day) on app.task_client to attune_worker;
grant insert (therapist_id, task_id, at, by_account, by_role, action, from_status, to_status, command) on app.task_history to attune_worker;
grant select (id, therapist_id, task_id, by_role, at) on app.task_comment to attune_worker;
create policy worker_keeps on app.task for all to attune_worker using (therapist_id = (select app.actor_id()));
create policy worker_keeps on app.task_client for all to attune_worker using (therapist_id = (select app.actor_id()));
create policy worker_writes on app.task_history for insert to attune_worker with check (therapist_id = (select app.actor_id()));
create policy worker_sees on app.task_comment for select to attune_worker using (therapist_id = (select app.actor_id()));

-- ── what the definer may see and do ───────────────────────────────────────────────────────────────────────────
grant select (id, therapist_id, client_id, status, due_day, deliver_at, delivered_at, after_task_id, act_id, repeat_number, zone, remind_at, reminded_at, ended_at, archived_at,
    withdrawn_at, version), update (delivered_at, ended_at, archived_at, version, updated_at) on app.task to attune_app_definer;
grant select, insert (therapist_id, task_id, client_id, due_day), delete on app.task_client to attune_app_definer;
grant insert (therapist_id, task_id, at, by_account, by_role, action, from_status, to_status, command) on app.task_history to attune_app_definer;
grant select (account_id, task_id), delete on app.task_draft to attune_app_definer;
grant select (id, therapist_id, task_id) on app.task_comment to attune_app_definer;
grant select (therapist_id, task_id) on app.task_answer to attune_app_definer;
grant select on app.task_file to attune_app_definer;
grant select (therapist_id), delete on app.task_template to attune_app_definer;
do $$
declare
  name text;
begin
  foreach name in array array['task', 'task_client', 'task_draft', 'task_comment', 'task_answer', 'task_file', 'task_template'] loop
    execute format('create policy definer_reads on app.%I for select to attune_app_definer using (true)', name);
  end loop;
  foreach name in array array['task_client', 'task_draft', 'task_template'] loop
    execute format('create policy definer_removes on app.%I for delete to attune_app_definer using (true)', name);
  end loop;
  foreach name in array array['task_client', 'task_history'] loop
    execute format('create policy definer_writes on app.%I for insert to attune_app_definer with check (true)', name);
  end loop;
  foreach name in array array['task', 'task_client', 'task_history', 'task_draft', 'task_answer', 'task_comment', 'task_file', 'task_template'] loop
    execute format('grant select on app.%I to attune_app_backup', name);
    execute format('create policy backup_reads on app.%I for select to attune_app_backup using (true)', name);
    execute format('alter table app.%I enable row level security, force row level security', name);
  end loop;
end $$;
create policy definer_ends on app.task for update to attune_app_definer using (true);
