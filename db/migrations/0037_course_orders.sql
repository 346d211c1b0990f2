-- Orders of seats in courses.
alter table customer_order drop constraint customer_order_kind;
alter table customer_order add constraint customer_order_kind
  check (kind in ('membership', 'dayPass', 'team', 'credits', 'invoice', 'change', 'course'));
