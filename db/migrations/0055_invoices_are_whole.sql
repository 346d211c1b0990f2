-- An invoice that is issued gets no more lines or taxes, and its series goes on by one: so no number can be missing.
create function check_invoice_again() returns trigger language plpgsql as $$
begin
  if exists (
    select 1 from invoice,
      (select coalesce(sum(net_cents), 0) as net, coalesce(sum(tax_cents), 0) as tax
        from invoice_tax where invoice_id = new.invoice_id) as taxes,
      (select coalesce(sum(net_cents), 0) as net, coalesce(sum(gross_cents), 0) as gross
        from invoice_line where invoice_id = new.invoice_id) as lines
    where invoice.id = new.invoice_id
      and (net_cents <> taxes.net or tax_cents <> taxes.tax or net_cents <> lines.net or gross_cents <> lines.gross)
  ) then
    raise exception 'invoice % does not add up', new.invoice_id using errcode = 'check_violation';
  end if;
  return null;
end
$$;
create constraint trigger invoice_line_complete after insert on invoice_line deferrable initially deferred
  for each row execute function check_invoice_again();
create constraint trigger invoice_tax_complete after insert on invoice_tax deferrable initially deferred
  for each row execute function check_invoice_again();

create function refuse_gap() returns trigger language plpgsql as $$
begin
  if new.next <> old.next + 1 or (new.space_id, new.year, new.prefix) <> (old.space_id, old.year, old.prefix) then
    raise exception 'numbers of invoices have no gap' using errcode = 'restrict_violation';
  end if;
  return new;
end
$$;
create trigger invoice_series_without_gap before update on invoice_series for each row execute function refuse_gap();
