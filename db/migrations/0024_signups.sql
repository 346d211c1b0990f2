-- An unfinished sign-up. Its token is in a cookie of the visitor; only the hash is here.
create table signup (
  id integer generated always as identity constraint signup_pkey primary key,
  token_hash bytea not null constraint signup_token_unique unique,
  flow text not null,
  locale text not null,
  email text not null,
  -- Somebody signed in to prove the address; null = it was only typed.
  subject text,
  member_id integer,
  -- What was typed, by step.
  steps jsonb not null default '{}',
  -- Counts the orders that were made of it; a changed choice is another order.
  attempt integer not null default 1,
  -- Its order is being placed or exists: the steps stay as they are.
  frozen_at timestamptz,
  order_number text,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  constraint signup_token_size check (octet_length(token_hash) = 32),
  constraint signup_flow check (flow in ('onboarding', 'team')),
  constraint signup_locale check (locale in ('de', 'en')),
  constraint signup_attempt check (attempt > 0),
  constraint signup_ordered check (order_number is null or frozen_at is not null)
);
create index signup_expires on signup (expires_at);

create table signup_image (
  signup_id integer constraint signup_image_pkey primary key
    constraint signup_image_signup references signup (id) on delete cascade,
  jpeg bytea not null
);

-- The consent that a guardian was asked for: to one offer, by a link that counts once. Another offer or guardian is
-- asked anew.
create table signup_guardian (
  signup_id integer constraint signup_guardian_pkey primary key
    constraint signup_guardian_signup references signup (id) on delete cascade,
  email text not null,
  token_hash bytea not null constraint signup_guardian_token_unique unique,
  offer jsonb not null,
  offer_hash bytea not null,
  asked_at timestamptz not null,
  agreed_at timestamptz,
  agreed_by text,
  constraint signup_guardian_agreed check ((agreed_at is null) = (agreed_by is null))
);

-- The photo on a member's card, 480 × 480.
create table photo (
  member_id integer constraint photo_pkey primary key,
  jpeg bytea not null,
  updated_at timestamptz not null
);
