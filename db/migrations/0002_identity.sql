-- The embedded OpenID provider: accounts, its own protocol state, keys and tickets.

create table identity_account (
  id text not null,
  email text not null,
  email_verified boolean not null default false,
  password_hash text not null,
  name text not null,
  user_metadata text not null default '{}',
  blocked boolean not null default false,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint identity_account_pk primary key (id),
  constraint identity_account_email_unique unique (email),
  constraint identity_account_email_lower check (email = lower(email))
);

-- Ids are kept as SHA-256 only: whoever reads this table holds no token. The payload is text, not jsonb,
-- because a request may carry U+0000, which jsonb refuses.
create table oidc_payload (
  model text not null,
  id_hash bytea not null,
  payload text not null,
  account_id text,
  grant_id text,
  uid text,
  consumed_at timestamptz,
  expires_at timestamptz,
  constraint oidc_payload_pk primary key (model, id_hash)
);
create index oidc_payload_account on oidc_payload (account_id) where account_id is not null;
create index oidc_payload_grant on oidc_payload (grant_id) where grant_id is not null;
create index oidc_payload_session_uid on oidc_payload (uid) where model = 'Session';
create index oidc_payload_expiry on oidc_payload (expires_at) where expires_at is not null;

create table identity_key (
  kid text not null,
  sealed bytea not null,
  created_at timestamptz not null,
  constraint identity_key_pk primary key (kid)
);

create table identity_ticket (
  ticket_hash bytea not null,
  purpose text not null,
  account_id text not null,
  expires_at timestamptz not null,
  constraint identity_ticket_pk primary key (ticket_hash),
  constraint identity_ticket_purpose check (purpose in ('password', 'verification')),
  constraint identity_ticket_account foreign key (account_id) references identity_account (id) on delete cascade
);
create index identity_ticket_of_account on identity_ticket (account_id);
