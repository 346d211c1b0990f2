-- Days that are appended to a period whose credits were given already bring the credits of these days: from when, and until when
-- those given before went.

alter table subscription_period add column appended_from date;
alter table subscription_period add column credited_until date;
alter table subscription_period add column appended_credited_at timestamptz;
