-- An issued invoice gets no more lines and taxes. Its row was written by the same transaction as they are; none of ours has
-- savepoints, whose rows bear another number.
create function refuse_addition() returns trigger language plpgsql as $$
begin
  if exists (select 1 from invoice where id = new.invoice_id and xmin <> pg_current_xact_id()::xid) then
    raise exception '% is append-only with its invoice', tg_table_name using errcode = 'restrict_violation';
  end if;
  return new;
end
$$;
create trigger invoice_line_not_added before insert on invoice_line for each row execute function refuse_addition();
create trigger invoice_tax_not_added before insert on invoice_tax for each row execute function refuse_addition();

-- A series goes on by one, so that no number can be missing.
create function refuse_gap() returns trigger language plpgsql as $$
begin
  if (new.space_id, new.year, new.prefix, new.next) <> (old.space_id, old.year, old.prefix, old.next + 1) then
    raise exception 'numbers of invoices have no gap' using errcode = 'restrict_violation';
  end if;
  return new;
end
$$;
create trigger invoice_series_without_gap before update on invoice_series for each row execute function refuse_gap();
