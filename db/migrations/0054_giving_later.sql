-- Giving what a place has passed for may fail for this place only. It then waits, so that others have their turn.
alter table course_place add column give_after timestamptz;
