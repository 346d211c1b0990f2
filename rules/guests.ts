/** Whether people without an account can sign up: trainings are kept for a member. */
export function isOpenToGuests({ grants, requires }: { grants: number[]; requires: number[] }): boolean {
  return grants.length === 0 && requires.length === 0
}
