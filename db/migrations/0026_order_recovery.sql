-- The order that gives somebody a membership now: by address, and by member where that is known. A row ends with the attempt.
create table membership_turn (
  key text constraint membership_turn_pkey primary key,
  order_id integer not null
    constraint membership_turn_order references customer_order (id) on delete cascade
);
create index membership_turn_of_order on membership_turn (order_id);

-- Payments of invoices that the workshop system does not know yet.
create table unrecorded_payment (
  request_key text constraint unrecorded_payment_pkey primary key
    constraint unrecorded_payment_booking references invoice_payment (request_key) on delete cascade,
  created_at timestamptz not null,
  -- what was not tried for the longest time comes first, so that what always fails keeps nothing else waiting
  tried_at timestamptz
);

alter table payment add column tried_at timestamptz;
alter table provider_event add column tried_at timestamptz;
create index provider_event_applied on provider_event (applied_at) where applied_at is not null;

-- `failed`: the provider or a bank refused it, perhaps long after it was done; `manual`: of a transfer. Both go back by hand,
-- until somebody says that they did: `repaid`.
alter table refund add column tried_at timestamptz;
alter table refund drop constraint refund_state;
alter table refund add constraint refund_state check (state in ('asked', 'done', 'failed', 'manual', 'repaid'));
drop trigger refund_transition on refund;
create trigger refund_transition before update of state on refund for each row
  execute function check_transition('asked done', 'asked failed', 'done failed', 'failed repaid', 'manual repaid');
drop index refund_open;
create index refund_open on refund (id) where state in ('asked', 'failed', 'manual');

-- An ended order without an invoice loses its personal data: numbers, sums and states stay.
alter table customer_order add column erased_at timestamptz;
alter table customer_order add constraint customer_order_erased
  check (erased_at is null or (state in ('cancelled', 'expired', 'refunded') and invoice_id is null));
create index customer_order_to_erase on customer_order (placed_at)
  where erased_at is null and invoice_id is null and state in ('cancelled', 'expired', 'refunded');
create function refuse_consent_delete() returns trigger language plpgsql as $$
begin
  if not exists (select from customer_order where id = old.order_id and erased_at is not null) then
    raise exception 'a consent belongs to order %', old.order_id using errcode = 'restrict_violation';
  end if;
  return old;
end
$$;
drop trigger consent_unchanged on consent;
create trigger consent_unchanged before update on consent for each row execute function refuse_change();
create trigger consent_kept before delete on consent for each row execute function refuse_consent_delete();
-- The reference of a consent keeps the text that somebody agreed to.
drop trigger legal_text_unchanged on legal_text;
create trigger legal_text_unchanged before update on legal_text for each row execute function refuse_change();
