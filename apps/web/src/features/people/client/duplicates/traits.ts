import { isEmail, normalizeEmail } from '@attune/contract/common/text/text'
import type { ClientFormValues } from '../form/values.ts'

/**
 * Returns the values by which the server finds duplicates; null if email address and date of birth are both missing.
 */
export function duplicateSearchInput(
  facts: Pick<ClientFormValues, 'firstName' | 'lastName' | 'email' | 'dateOfBirth'>,
) {
  const email = isEmail(facts.email) ? normalizeEmail(facts.email) : null
  const dateOfBirth = facts.dateOfBirth || null
  if (!email && !dateOfBirth) return null
  return { firstName: facts.firstName.trim(), lastName: facts.lastName.trim(), email, dateOfBirth }
}

/** Returns whether two sets of form values lead to the same search for duplicates. */
export const haveSameTraits = (
  one: Parameters<typeof duplicateSearchInput>[0],
  other: Parameters<typeof duplicateSearchInput>[0],
) => JSON.stringify(duplicateSearchInput(one)) === JSON.stringify(duplicateSearchInput(other))
