-- Teams: what an order of kind `team` begins. A company or a school pays for seats, and people take them.

alter table customer_order drop constraint customer_order_kind;
alter table customer_order add constraint customer_order_kind
  check (kind in ('membership', 'dayPass', 'team', 'credits', 'invoice'));

create table team (
  -- that of its order, so that the workshop system can know it before the team is there
  id integer constraint team_pkey primary key constraint team_order references customer_order (id),
  name text not null,
  -- the member who decides; has a seat or none
  owner_id integer not null,
  package_id integer not null,
  -- how many seats the next period has; null = as many as now
  next_seats integer,
  created_at timestamptz not null,
  constraint team_next_seats check (next_seats > 0)
);
create index team_of_owner on team (owner_id);

-- One row per seat: nobody can take one that is not there.
create table team_seat (
  team_id integer not null constraint team_seat_team references team (id),
  number integer not null,
  constraint team_seat_pkey primary key (team_id, number),
  constraint team_seat_number check (number > 0)
);

-- The time of a person on a seat. Its package at the workshop system is given and ended by a job.
create table seat_holding (
  id integer generated always as identity constraint seat_holding_pkey primary key,
  team_id integer not null constraint seat_holding_team references team (id),
  -- null = it is over
  number integer,
  member_id integer not null,
  role text not null,
  taken_on date not null,
  -- of the workshop system; null = not given yet
  member_package_id integer,
  -- its last day
  ended_on date,
  -- whether the workshop system knows the end
  is_told boolean not null default true,
  constraint seat_holding_seat foreign key (team_id, number) references team_seat (team_id, number),
  constraint seat_holding_one_per_seat unique (team_id, number),
  constraint seat_holding_role check (role in ('manager', 'member')),
  constraint seat_holding_ended check ((number is null) = (ended_on is not null))
);
-- Nobody has two seats, in no team.
create unique index seat_holding_one_per_member on seat_holding (member_id) where ended_on is null;
create index seat_holding_open on seat_holding (id) where member_package_id is null or not is_told;

-- A mailed link that gives a seat once, to somebody with just this address.
create table invitation (
  id integer generated always as identity constraint invitation_pkey primary key,
  team_id integer not null constraint invitation_team references team (id),
  email text not null,
  token_hash bytea not null constraint invitation_token_unique unique,
  state text not null,
  invited_by integer not null,
  locale text not null,
  sent_at timestamptz not null,
  expires_at timestamptz not null,
  constraint invitation_email check (email = lower(email)),
  constraint invitation_token_size check (octet_length(token_hash) = 32),
  constraint invitation_state check (state in ('open', 'accepted', 'revoked')),
  constraint invitation_locale check (locale in ('de', 'en'))
);
create unique index invitation_one_open on invitation (team_id, email) where state = 'open';
create trigger invitation_transition before update of state on invitation for each row
  execute function check_transition('open accepted', 'open revoked');

-- The contract of a team is its owner's; each seat has a package of its own.
alter table subscription
  add column team_id integer constraint subscription_team references team (id),
  -- that of its order, until another one owns the team
  add column buyer jsonb,
  alter column member_package_id drop not null,
  add constraint subscription_package check ((team_id is null) = (member_package_id is not null));
drop index subscription_one_live;
create unique index subscription_one_live on subscription (member_id) where state <> 'ended' and team_id is null;
create unique index subscription_of_team on subscription (team_id) where team_id is not null;
-- How many seats a period of a team has.
alter table subscription_period add column seats integer;

-- Engine: shared credits. An entry with a team pays for bookings of members whose package of that team is valid on the day
-- of the booking.
alter table member_package add column team_id integer;
create index member_package_of_team on member_package (team_id, member_id) where team_id is not null;
alter table credit add column team_id integer;
create index credit_of_team on credit (team_id) where team_id is not null;
