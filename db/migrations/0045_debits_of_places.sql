-- A place is booked while its debit is on its way. When the bank refuses it, the seat is offered again, for another payment.
alter table course_place add column payment_failed_at timestamptz;
drop trigger course_place_transition on course_place;
create trigger course_place_transition before update of state on course_place for each row
  execute function check_transition('held booked', 'held ended', 'held offered', 'held waiting', 'waiting offered',
    'waiting held', 'waiting booked', 'waiting ended', 'waiting cancelled', 'offered held', 'offered booked',
    'offered ended', 'offered cancelled', 'booked attended', 'booked missed', 'booked cancelled', 'booked offered',
    'booked ended', 'attended booked', 'attended missed', 'missed booked', 'missed attended', 'held cancelled',
    'ended booked', 'ended waiting');
