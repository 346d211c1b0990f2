-- A member changes to another package with the next period. Until then the order of the change stays placed, and can be taken
-- back; the renewal fulfils it. Its money is that of the renewals.

alter table customer_order drop constraint customer_order_kind;
alter table customer_order add constraint customer_order_kind
  check (kind in ('membership', 'dayPass', 'team', 'credits', 'invoice', 'change'));
alter table customer_order drop constraint customer_order_paid;
alter table customer_order add constraint customer_order_paid
  check (state not in ('paid', 'fulfilled') or paid_at is not null or pays_by = 'invoice' or kind = 'change');

alter table subscription
  -- of the newest change that was fulfilled: its package and price are those of the contract
  add column change_order_id integer
    constraint subscription_change_order_unique unique
    constraint subscription_change_order references customer_order (id),
  -- whether the workshop system knows that change
  add column is_change_told boolean not null default true;
create index subscription_change_untold on subscription (id) where not is_change_told;

-- The order whose package a period is of: it gives its credits, also when they come after a change.
alter table subscription_period add column order_id integer
  constraint subscription_period_order_of references customer_order (id);
update subscription_period set order_id = (select order_id from subscription where id = subscription_id);
alter table subscription_period alter column order_id set not null;
