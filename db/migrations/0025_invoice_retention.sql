-- What belongs to an invoice goes with it when its retention has ended, and never before it.
alter table invoice_payment drop constraint invoice_payment_invoice;
alter table invoice_payment add constraint invoice_payment_invoice
  foreign key (invoice_id) references invoice (id) on delete cascade;
alter table usage_bill drop constraint usage_bill_invoice;
alter table usage_bill add constraint usage_bill_invoice
  foreign key (invoice_id) references invoice (id) on delete cascade;
-- An order stays without it.
alter table customer_order drop constraint customer_order_invoice;
alter table customer_order add constraint customer_order_invoice
  foreign key (invoice_id) references invoice (id) on delete set null;

create function refuse_part_delete() returns trigger language plpgsql as $$
begin
  -- A cascade comes when the invoice is gone already.
  if exists (select from invoice where id = old.invoice_id) then
    raise exception '% belongs to invoice %', tg_table_name, old.invoice_id using errcode = 'restrict_violation';
  end if;
  return old;
end
$$;
drop trigger invoice_payment_unchanged on invoice_payment;
create trigger invoice_payment_unchanged before update on invoice_payment
  for each row execute function refuse_change();
create trigger invoice_payment_kept before delete on invoice_payment
  for each row execute function refuse_part_delete();
create trigger invoice_line_kept before delete on invoice_line for each row execute function refuse_part_delete();
create trigger invoice_tax_kept before delete on invoice_tax for each row execute function refuse_part_delete();
create trigger invoice_document_kept before delete on invoice_document
  for each row execute function refuse_part_delete();
create trigger usage_bill_kept before delete on usage_bill for each row execute function refuse_part_delete();
create index invoice_retention on invoice (retain_until);
