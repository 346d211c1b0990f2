-- Where Fabman is the workshop system: the secrets of calendar addresses, which Fabman has for spaces alone.
create table fabman_calendar (
  account integer not null,
  kind text not null constraint fabman_calendar_kind check (kind in ('members', 'resources', 'spaces')),
  -- Fabman's id of the member, the machine or the space
  owner_id integer not null,
  token text not null constraint fabman_calendar_token_unique unique,
  constraint fabman_calendar_pkey primary key (account, kind, owner_id)
);
