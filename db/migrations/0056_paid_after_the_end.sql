-- A cancelled contract may come to its last day while it is suspended: once its invoice is paid, the days that were not used are
-- given.

drop trigger subscription_transition on subscription;
create trigger subscription_transition before update of state on subscription for each row
  execute function check_transition('active past_due', 'past_due active', 'past_due suspended', 'suspended active',
    'active ended', 'past_due ended', 'suspended ended', 'ended active');
