-- The order of a place may expire in the moment in which its debit begins: a debit that the bank refuses then cancels it, or, once
-- the date has begun, has it invoiced.

drop trigger customer_order_transition on customer_order;
create trigger customer_order_transition before update of state on customer_order for each row
  execute function check_transition('placed paid', 'placed fulfilled', 'placed cancelled', 'placed expired',
    'expired paid', 'expired cancelled', 'expired placed', 'paid fulfilled', 'paid refunded', 'fulfilled refunded');
