-- Where Fabman is the workshop system: bookings that are being cancelled because a package has ended. A row is written before
-- the call and deleted with the queuing of the mail, so a repeat after a crash loses neither.
create table fabman_uncovered (
  -- Fabman's id
  booking_id integer constraint fabman_uncovered_pkey primary key,
  member_id integer not null,
  equipment_id integer not null,
  from_date_time text collate "C" not null,
  until_date_time text collate "C" not null
);
create index fabman_uncovered_of_member on fabman_uncovered (member_id);
