/** What wants to forget everything when somebody signs out; screens with live data add themselves. */
const forgetters = new Set<() => void>()

export function whenSignedOut(forget: () => void): void {
  forgetters.add(forget)
}

/** Nothing of the last member is left behind. */
export function forgetLiveData(): void {
  for (const forget of forgetters) forget()
}
