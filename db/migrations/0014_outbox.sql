-- One outbox for everything that follows a commit; mail is its first kind. A row is written in the transaction that
-- causes the work, a job performs it afterwards (platform/outbox/outbox.ts).
create table outbox (
  id bigint generated always as identity primary key,
  -- names what performs the work; the content stands in the kind's own table under the same id
  kind text not null,
  -- the same at every attempt, so that a receiver recognises a repeat
  key uuid not null default gen_random_uuid() constraint outbox_key unique,
  created_at timestamptz not null default now(),
  attempts integer not null default 0,
  -- time of the next attempt; while a process works on it, the time at which another may take it over
  due_at timestamptz not null default now(),
  -- after this time the work has no purpose and is not performed
  valid_until timestamptz,
  done_at timestamptz,
  failed_at timestamptz,
  last_error text
);

insert into outbox (id, kind, key, created_at, attempts, due_at, valid_until, done_at, failed_at, last_error)
overriding system value
select id, 'mail', message_key, created_at, attempts, due_at, valid_until, sent_at, failed_at, last_error from mail;

select setval(pg_get_serial_sequence('outbox', 'id'), coalesce((select max(id) from outbox), 0) + 1, false);

create index outbox_due on outbox (kind, due_at) where done_at is null and failed_at is null;

alter table mail alter column id drop identity;
alter table mail add constraint mail_outbox foreign key (id) references outbox (id) on delete cascade;
drop index mail_due;
alter table mail
  drop column message_key,
  drop column attempts,
  drop column due_at,
  drop column valid_until,
  drop column sent_at,
  drop column failed_at,
  drop column last_error;
