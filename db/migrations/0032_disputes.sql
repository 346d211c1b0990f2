-- Money that a bank took back after it was booked: the invoice is open again.

alter table payment
  -- how much of `disputed_cents` the books know
  add column booked_disputed_cents integer not null default 0;
create index payment_unbooked_dispute on payment (id) where disputed_cents <> booked_disputed_cents;
