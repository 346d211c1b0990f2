-- When a bank returned the debit of a payment: its order does not expire before the buyer had a day to pay by another way.

alter table payment add column returned_at timestamptz;
