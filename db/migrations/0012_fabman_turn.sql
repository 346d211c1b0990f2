-- Where Fabman is the workshop system: the member whose limits a process is judging right now. Fabman does not judge them
-- for an administrator's key, so two processes must not do it at once for the same member.
create table fabman_turn (
  member_id integer constraint fabman_turn_pkey primary key,
  holder uuid not null,
  -- A process that died gives nothing back.
  until timestamptz not null
);
