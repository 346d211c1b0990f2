create extension if not exists btree_gist;

-- What the installation made for itself once, such as its secret.
create table setting (
  key text primary key,
  value bytea not null,
  created_at timestamptz not null default now()
);

-- The outbox: written in the transaction of what the mail tells about, sent by platform/mail-delivery.ts.
create table mail (
  id bigint generated always as identity primary key,
  kind text not null,
  locale text not null,
  to_name text not null,
  to_address text not null,
  subject text not null,
  -- null after 90 days
  text text,
  html text,
  message_key uuid not null default gen_random_uuid(),
  created_at timestamptz not null default now(),
  attempts integer not null default 0,
  -- when it is tried next; while a process sends it, when it may be taken over
  due_at timestamptz not null default now(),
  sent_at timestamptz,
  failed_at timestamptz,
  last_error text,
  constraint mail_locale check (locale in ('de', 'en')),
  constraint mail_one_address check (to_address ~ '^[^\s,;<>"]+@[^\s,;<>"@]+$')
);

create index mail_due on mail (due_at) where sent_at is null and failed_at is null;
create index mail_to_address on mail (lower(to_address));
create index mail_created_at on mail (created_at);
