/** What somebody agrees to who wants a service before the time for withdrawal ends (§ 356 (4) BGB). */
export const earlyStartTexts = {
  de: 'Ich möchte, dass ihr vor Ende der Widerrufsfrist beginnt. Widerrufe ich dann, zahle ich, was ich bis dahin genutzt habe.',
  en: 'I want you to begin before the withdrawal period ends. If I then withdraw, I pay for what I have used until then.',
}
