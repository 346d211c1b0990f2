/** What somebody agrees to who wants a service before the time for withdrawal ends (§ 356 (4) BGB). */
export const earlyStartTexts = {
  de: 'Ich möchte die Credits sofort und verlange, dass die Leistung vor dem Ende der Widerrufsfrist beginnt.',
  en: 'I want the credits right away, and I request that the service begins before the withdrawal period ends.',
}
