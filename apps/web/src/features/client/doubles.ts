import { looksLikeEmail } from '@attune/contract/common/text'
import type { Facts } from './facts.ts'

/** The values by which the server finds duplicates; null without email address and date of birth. */
export function traitsOf(facts: Pick<Facts, 'firstName' | 'lastName' | 'email' | 'dateOfBirth'>) {
  const email = looksLikeEmail(facts.email) ? facts.email.trim().toLowerCase() : null
  const dateOfBirth = facts.dateOfBirth || null
  if (!email && !dateOfBirth) return null
  return { firstName: facts.firstName.trim(), lastName: facts.lastName.trim(), email, dateOfBirth }
}

/** Whether two sets of values give the same duplicate search. */
export const sameTraits = (one: Parameters<typeof traitsOf>[0], other: Parameters<typeof traitsOf>[0]) =>
  JSON.stringify(traitsOf(one)) === JSON.stringify(traitsOf(other))
