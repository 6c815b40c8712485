import { looksLikeEmail } from '@attune/contract/common/text'
import type { Facts } from './facts.ts'

/** By what a double is recognised, as the contract takes it; null where there is nothing to recognise anybody by. */
export function traitsOf(facts: Pick<Facts, 'firstName' | 'lastName' | 'email' | 'dateOfBirth'>) {
  const email = looksLikeEmail(facts.email) ? facts.email.trim().toLowerCase() : null
  const dateOfBirth = facts.dateOfBirth || null
  if (!email && !dateOfBirth) return null
  return { firstName: facts.firstName.trim(), lastName: facts.lastName.trim(), email, dateOfBirth }
}

/** Whether two sets of facts would be recognised as the same person by the same traits. */
export const sameTraits = (one: Parameters<typeof traitsOf>[0], other: Parameters<typeof traitsOf>[0]) =>
  JSON.stringify(traitsOf(one)) === JSON.stringify(traitsOf(other))
