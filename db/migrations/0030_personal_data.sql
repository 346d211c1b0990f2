-- What people decide about their own data: that they leave, and which mails they do not want.

-- A person who leaves. `asked`: a mail with the link is out; `confirmed`: a job ends everything; `told`: all is deleted but
-- the last mail, which needs the address until it is sent; `done`: nothing says who it was.
create table member_deletion (
  id integer generated always as identity constraint member_deletion_pkey primary key,
  -- the account; null = done
  subject text,
  -- null = the account belongs to no member
  member_id integer,
  -- the account's, which gets the mails, then the member's
  emails text[] not null,
  name text,
  locale text not null,
  state text not null,
  -- of the link; it stays so that the page can say that it was used
  token_hash bytea not null constraint member_deletion_token_unique unique,
  expires_at timestamptz not null,
  created_at timestamptz not null,
  confirmed_at timestamptz,
  told_at timestamptz,
  done_at timestamptz,
  -- what was not tried for the longest time comes first
  tried_at timestamptz,
  -- what could not be deleted from here and an operator was asked for
  by_hand text[] not null default '{}',
  constraint member_deletion_state check (state in ('asked', 'confirmed', 'told', 'done')),
  constraint member_deletion_token_size check (octet_length(token_hash) = 32),
  constraint member_deletion_locale check (locale in ('de', 'en')),
  constraint member_deletion_person check ((state = 'done') = (subject is null)),
  constraint member_deletion_forgotten check (state <> 'done' or (cardinality(emails) = 0 and name is null))
);
create unique index member_deletion_open on member_deletion (subject);
create index member_deletion_due on member_deletion (tried_at) where state in ('confirmed', 'told');
create trigger member_deletion_transition before update of state on member_deletion for each row
  execute function check_transition('asked confirmed', 'confirmed told', 'told done');

-- A kind of mail that an address does not want (contracts/mail-kinds.ts).
create table mail_refusal (
  address text not null,
  topic text not null,
  created_at timestamptz not null,
  constraint mail_refusal_pkey primary key (address, topic),
  constraint mail_refusal_lower check (address = lower(address))
);

-- The order of a person who left loses its buyer although it was given: the invoice says what the law asks for.
alter table customer_order drop constraint customer_order_erased;
alter table customer_order add constraint customer_order_erased
  check (erased_at is null or state in ('fulfilled', 'cancelled', 'expired', 'refunded'));
