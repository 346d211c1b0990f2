-- The backend's own tables, and those of platform/: service tokens, account links, rate limits, DPoP replays.

create table account_link (
  subject text not null constraint account_link_pkey primary key,
  member_id integer not null,
  created_at timestamptz not null default now(),
  constraint account_link_member_positive check (member_id > 0)
);
create index account_link_member on account_link (member_id);

create table service_token (
  id integer generated always as identity constraint service_token_pkey primary key,
  name text not null,
  abilities text[] not null,
  token_hash bytea not null,
  created_at timestamptz not null,
  revoked_at timestamptz,
  last_used_at timestamptz,
  constraint service_token_hash_size check (octet_length(token_hash) = 32),
  constraint service_token_abilities check (abilities <@ array['read', 'manage', 'backend']::text[])
);

create table rate_limit (
  key_hash bytea not null constraint rate_limit_pkey primary key,
  hits integer not null,
  ends_at timestamptz not null
);
create index rate_limit_ends_at on rate_limit (ends_at);

create table dpop_replay (
  jti_hash bytea not null constraint dpop_replay_pkey primary key,
  expires_at timestamptz not null
);
create index dpop_replay_expires_at on dpop_replay (expires_at);

create table course (
  id integer not null constraint course_pkey primary key,
  kind text not null,
  title_de text not null,
  title_en text not null,
  story text,
  price_cents integer not null,
  trainer text,
  constraint course_kind check (kind in ('workshop', 'training', 'event')),
  constraint course_price_not_negative check (price_cents >= 0)
);

-- Times are wall clock of the space: 2026-11-21T09:30 (contracts/booking.ts LocalTime).
create table course_date (
  id integer not null constraint course_date_pkey primary key,
  course_id integer not null constraint course_date_course references course (id) on delete cascade,
  from_date_time text not null,
  until_date_time text not null,
  seats integer not null,
  constraint course_date_order check (from_date_time < until_date_time),
  constraint course_date_form check (
    from_date_time ~ '^\d{4}-\d\d-\d\dT\d\d:\d\d$' and until_date_time ~ '^\d{4}-\d\d-\d\dT\d\d:\d\d$'
  ),
  constraint course_date_seats check (seats > 0)
);
create index course_date_course_id on course_date (course_id, from_date_time);

create table member_course (
  member_id integer not null,
  date_id integer not null constraint member_course_date references course_date (id),
  state text not null,
  created_at timestamptz not null,
  constraint member_course_pkey primary key (member_id, date_id),
  constraint member_course_state check (state in ('booked', 'waiting', 'attended', 'cancelled'))
);
create index member_course_date_id on member_course (date_id);
