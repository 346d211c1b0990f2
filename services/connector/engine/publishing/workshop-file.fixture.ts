export const saw = {
  id: 7,
  name: 'Bandsäge',
  type: 'wood',
  requiresTraining: true,
  pricePerBookingCents: 600,
}
/** What the people of a small workshop write down. */
export const given = {
  space: {
    id: 1,
    name: 'Werkstatt Nord',
    timezone: 'Europe/Berlin',
    locale: 'de',
    bookingSlotsPerHour: 2,
    bookingWindowMaxDays: 30,
    bookingRefundable: true,
    bookingNamesPublic: false,
  },
  openingHours: [{ dayOfWeek: 1, fromTime: '08:00', untilTime: '24:00' }],
  holidays: [
    { title: 'Betriebsferien', fromDateTime: '2026-12-24T00:00', untilDateTime: '2027-01-02T00:00' },
  ],
  equipment: [saw, { ...saw, id: 9, name: 'Hobel', pricePerBookingSeconds: 3600 }],
  packages: [
    {
      id: 3,
      name: 'Basis',
      kind: 'member',
      givesDe: ['Zutritt'],
      givesEn: ['Access'],
      allowsBooking: true,
      recurringFeeCents: 1990,
      recurringFeePeriod: 'month',
    },
  ],
  trainings: [{ id: 2, title: 'Unterweisung Bandsäge', equipment: [7] }],
}
