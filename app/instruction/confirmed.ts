/** Name of the confirmation; no question has a capital letter. */
export const confirmed = 'Confirmed'
