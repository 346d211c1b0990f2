/** "10–12", "10:30–12": as short as a column of the week. @param span wall-clock times */
export function shortSpan({ from, until }: { from: string; until: string }): string {
  const short = (local: string) => local.slice(11).replace(/^0/, '').replace(/:00$/, '')
  const end = short(until)
  return `${short(from)}–${end === '0' ? '24' : end}`
}
