-- Objects of the embedded payment provider (services/checkout), in Stripe's wire format. `due_at` = something happens
-- with it by itself: an event is sent, a session expires, a bank answers.
create table checkout_object (
  id text constraint checkout_object_pkey primary key,
  kind text not null,
  body jsonb not null,
  created_at timestamptz not null,
  due_at timestamptz,
  attempts integer not null default 0
);
create index checkout_object_due on checkout_object (due_at) where due_at is not null;
create index checkout_object_of_intent on checkout_object (kind, (body ->> 'payment_intent'));
create index checkout_object_of_customer on checkout_object (kind, (body ->> 'customer'));

-- Messages of the payment provider, each once; what they are about is asked for again.
create table provider_event (
  id text constraint provider_event_pkey primary key,
  type text not null,
  ref text,
  received_at timestamptz not null,
  applied_at timestamptz
);
create index provider_event_open on provider_event (received_at) where applied_at is null;

-- Tells what this database asks of the provider from what one before it asked: ids of payments begin anew with it.
create table payment_installation (
  only_one boolean not null default true constraint payment_installation_pkey primary key,
  id text not null,
  constraint payment_installation_only_one check (only_one)
);
