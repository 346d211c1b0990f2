-- Money of bookings, the line for taken times, check-in, calendar feeds, answers kept by Idempotency-Key.

-- Equipment that a package lets book; a package without rows lets book everything.
create table package_equipment (
  package_id integer not null constraint package_equipment_package references package (id) on delete cascade,
  equipment_id integer not null constraint package_equipment_equipment references equipment (id) on delete cascade,
  constraint package_equipment_pkey primary key (package_id, equipment_id)
);

alter table member
  add column require_upfront_payment boolean not null default false,
  add column upfront_minimum_balance_cents integer not null default 0,
  add column calendar_token text constraint member_calendar_token_unique unique;
alter table equipment
  add column calendar_token text constraint equipment_calendar_token_unique unique,
  -- Behind its QR code; null = nobody checks in here, and nothing is given away when nobody comes.
  add column check_in_secret text constraint equipment_check_in_secret_unique unique;

-- `price_cents` is agreed when booking; `money_cents` the part of it that credits did not cover then.
-- `cancelled_late`: cancelled after the lock-in, so it stays charged but for what others book of its time.
alter table booking
  add column price_cents integer not null default 0,
  add column money_cents integer not null default 0,
  add column charged_cents integer,
  add column cancelled_at timestamptz,
  add column cancelled_late boolean not null default false,
  add column checked_in_at timestamptz,
  add column request_key text,
  add column change_key text,
  add constraint booking_request_key_unique unique (member_id, request_key),
  add constraint booking_price check (price_cents >= 0 and money_cents between 0 and price_cents),
  add constraint booking_charged check (charged_cents between 0 and price_cents),
  add constraint booking_cancelled_late check (not cancelled_late or state = 'cancelled');
create index booking_to_charge on booking (ends_at)
  where not charged and (state = 'confirmed' or cancelled_late);

-- What is held back of a credit entry for bookings that are not charged yet.
create table credit_hold (
  credit_id integer not null constraint credit_hold_credit references credit (id),
  booking_id integer not null constraint credit_hold_booking references booking (id) on delete cascade,
  amount_cents integer not null,
  constraint credit_hold_pkey primary key (credit_id, booking_id),
  constraint credit_hold_positive check (amount_cents > 0)
);
create index credit_hold_of_booking on credit_hold (booking_id);

-- Sums of credit_use and credit_hold, kept by triggers, so that a row lock and a constraint guard them whoever writes.
alter table credit
  add column used_cents integer not null default 0,
  add column held_cents integer not null default 0;
update credit set used_cents = (select coalesce(sum(amount_cents), 0) from credit_use where credit_id = credit.id);
alter table credit
  add constraint credit_not_negative
    check (used_cents >= 0 and held_cents >= 0 and used_cents + held_cents <= amount_cents);

-- One use per booking and entry, whatever runs twice.
create unique index credit_use_once on credit_use (credit_id, booking_id) where booking_id is not null;
alter table credit_use
  drop constraint credit_use_credit,
  add constraint credit_use_credit foreign key (credit_id) references credit (id);

-- Money that members owe for bookings; a negative one is owed to them. `invoice` is set once, when it is invoiced.
create table charge (
  id integer generated always as identity constraint charge_pkey primary key,
  member_id integer not null constraint charge_member references member (id),
  booking_id integer constraint charge_booking references booking (id),
  description text not null,
  price_cents integer not null,
  invoice integer,
  created_at timestamptz not null,
  constraint charge_once unique (booking_id),
  constraint charge_not_nothing check (price_cents <> 0)
);
create index charge_of_member on charge (member_id, created_at);

-- Money that members paid in advance.
create table prepayment (
  id integer generated always as identity constraint prepayment_pkey primary key,
  member_id integer not null constraint prepayment_member references member (id),
  description text not null,
  amount_cents integer not null,
  created_at timestamptz not null
);
create index prepayment_of_member on prepayment (member_id, created_at);

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end
$$;
create trigger credit_use_append_only before update or delete on credit_use
  for each row execute function refuse_change();
create trigger prepayment_append_only before update or delete on prepayment
  for each row execute function refuse_change();
create trigger charge_append_only before delete on charge
  for each row execute function refuse_change();
create trigger charge_unchanged before update on charge for each row
  when (old.invoice is not null or (old.id, old.member_id, old.description, old.price_cents, old.created_at)
    is distinct from (new.id, new.member_id, new.description, new.price_cents, new.created_at)
    or old.booking_id is distinct from new.booking_id)
  execute function refuse_change();
create trigger credit_unchanged before update on credit for each row
  when ((old.id, old.member_id, old.scope, old.amount_cents)
    is distinct from (new.id, new.member_id, new.scope, new.amount_cents))
  execute function refuse_change();

create function sum_credit_uses() returns trigger language plpgsql as $$
begin
  update credit set used_cents = used_cents + new.amount_cents where id = new.credit_id;
  return null;
end
$$;
create trigger credit_use_sum after insert on credit_use for each row execute function sum_credit_uses();

create function sum_credit_holds() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    update credit set held_cents = held_cents - old.amount_cents where id = old.credit_id;
  end if;
  if tg_op <> 'DELETE' then
    update credit set held_cents = held_cents + new.amount_cents where id = new.credit_id;
  end if;
  return null;
end
$$;
create trigger credit_hold_sum after insert or update or delete on credit_hold
  for each row execute function sum_credit_holds();

create table waitlist (
  id integer generated always as identity constraint waitlist_pkey primary key,
  resource_id integer not null constraint waitlist_resource references equipment (id),
  member_id integer not null constraint waitlist_member references member (id),
  from_date_time text collate "C" not null,
  until_date_time text collate "C" not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  state text not null default 'waiting',
  booking_id integer constraint waitlist_booking references booking (id),
  offered_until timestamptz,
  created_at timestamptz not null,
  constraint waitlist_order check (starts_at < ends_at),
  constraint waitlist_state check (state in ('waiting', 'offered', 'taken', 'expired', 'left')),
  constraint waitlist_offer check (state not in ('offered', 'taken') or booking_id is not null)
);
create unique index waitlist_one_place on waitlist (member_id, resource_id, from_date_time, until_date_time)
  where state in ('waiting', 'offered');
create index waitlist_of_resource on waitlist (resource_id, id) where state = 'waiting';
create index waitlist_offered on waitlist (offered_until) where state = 'offered';
create unique index waitlist_of_booking on waitlist (booking_id) where state = 'offered';

-- Answers of writes by the key that the caller gave them; `status` is null while the request runs.
create table idempotency_key (
  member_id integer not null,
  key text not null,
  fingerprint bytea not null,
  claim uuid not null,
  claimed_until timestamptz not null,
  status integer,
  body text,
  created_at timestamptz not null,
  constraint idempotency_key_pkey primary key (member_id, key)
);
create index idempotency_key_created_at on idempotency_key (created_at);
