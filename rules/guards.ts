export type OnboardingStep = 'start' | 'contact' | 'image'
export type TeamStep = 'user' | 'contact'

/** The steps of the two sign-ups that a visitor has completed (S9). */
export interface SignUpProgress {
  onboarding: Partial<Record<OnboardingStep, boolean>>
  team: Partial<Record<TeamStep, boolean>>
}

/** Guards by name (R11, R13): the steps that must be complete before a page opens. */
const guards = {
  'onboarding-start': { flow: 'onboarding', step: 'start' },
  'onboarding-contact': { flow: 'onboarding', step: 'contact' },
  'onboarding-image': { flow: 'onboarding', step: 'image' },
  'team-user': { flow: 'team', step: 'user' },
  'team-contact': { flow: 'team', step: 'contact' },
} as const

export type GuardName = keyof typeof guards

/** A page of a sign-up: `/onboarding/contact` is `{ flow: 'onboarding', step: 'contact' }`. */
export type SignUpPage = (typeof guards)[GuardName]

/**
 * Asks the named guards in order.
 * @returns the page to go to instead, null when every guard passes
 * @throws Error for an unknown name (E7)
 */
export function guarded(names: readonly string[], progress: SignUpProgress): SignUpPage | null {
  for (const name of names) {
    if (!Object.hasOwn(guards, name)) throw new Error(`Unknown route guard: ${name}`)
    const page = guards[name as GuardName]
    const done: Record<string, boolean | undefined> = progress[page.flow]
    if (!done[page.step]) return page
  }
  return null
}
