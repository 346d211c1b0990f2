-- What a subscription is after its first period: renewals, their money, and what happens where it does not come.

-- A time that a subscription has been invoiced for. The first one comes with its order.
create table subscription_period (
  subscription_id integer not null
    constraint subscription_period_subscription references subscription (id) on delete cascade,
  from_date date not null,
  until_date date not null,
  -- null = it costs nothing
  invoice_id integer constraint subscription_period_invoice references invoice (id) on delete set null,
  -- when its credits were given
  credited_at timestamptz,
  constraint subscription_period_pkey primary key (subscription_id, from_date),
  constraint subscription_period_order check (from_date <= until_date)
);
create unique index subscription_period_of_invoice on subscription_period (invoice_id);
create index subscription_period_uncredited on subscription_period (subscription_id) where credited_at is null;
insert into subscription_period (subscription_id, from_date, until_date, invoice_id, credited_at)
  select subscription.id, anchor,
    (anchor + (case period when 'year' then interval '12 months' else interval '1 month' end))::date - 1,
    customer_order.invoice_id, subscription.created_at
  from subscription join customer_order on customer_order.id = subscription.order_id;

alter table subscription
  -- since when nobody may book, because an invoice is not paid
  add column suspended_on date,
  -- last day that the member has paid for or will pay for, once cancelled
  add column cancel_on date,
  -- last day of the package at the workshop system; null = it goes on
  add column ends_on date,
  -- whether the workshop system knows `ends_on`
  add column is_told boolean not null default true;
create index subscription_untold on subscription (id) where not is_told;

-- The reminders of one invoice of a subscription.
create table dunning (
  invoice_id integer constraint dunning_pkey primary key
    constraint dunning_invoice references invoice (id) on delete cascade,
  subscription_id integer not null
    constraint dunning_subscription references subscription (id) on delete cascade,
  failed_on date not null,
  -- 1 to 3: so many attempts have failed; 4: suspended
  stage integer not null,
  -- of the next attempt; null = one is under way, or none follows
  next_on date,
  closed_at timestamptz,
  constraint dunning_stage check (stage between 1 and 4)
);
create index dunning_open on dunning (next_on) where closed_at is null;

-- `saved`: charged by the kept method, with nobody there.
alter table payment drop constraint payment_mode;
alter table payment add constraint payment_mode check (mode in ('checkout', 'manual', 'saved'));
create index payment_uncharged on payment (id) where mode = 'saved' and state = 'created';
