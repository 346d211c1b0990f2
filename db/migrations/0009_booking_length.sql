-- The rules allow no longer one. With it an index on the start finds what reaches into a time, whatever lies before.
alter table booking add constraint booking_length check (ends_at - starts_at <= interval '24 hours');

-- What a member's bookings reserve, without looking at all those that are charged.
create index booking_reserved on booking (member_id) include (money_cents)
  where not charged and (state in ('pending', 'confirmed') or cancelled_late);
