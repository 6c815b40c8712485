import { looksLikeEmail } from '@attune/contract/common/text'
import type { ClientFormValues } from './client-form-values.ts'

/** The values by which the server finds duplicates; null if both email address and date of birth are missing. */
export function duplicateTraits(facts: Pick<ClientFormValues, 'firstName' | 'lastName' | 'email' | 'dateOfBirth'>) {
  const email = looksLikeEmail(facts.email) ? facts.email.trim().toLowerCase() : null
  const dateOfBirth = facts.dateOfBirth || null
  if (!email && !dateOfBirth) return null
  return { firstName: facts.firstName.trim(), lastName: facts.lastName.trim(), email, dateOfBirth }
}

/** Whether two sets of values give the same duplicate search. */
export const haveSameTraits = (
  one: Parameters<typeof duplicateTraits>[0],
  other: Parameters<typeof duplicateTraits>[0],
) => JSON.stringify(duplicateTraits(one)) === JSON.stringify(duplicateTraits(other))
