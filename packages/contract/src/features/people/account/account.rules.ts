export const roles = ['admin', 'therapist', 'client'] as const

/**
 * Returns the first and last name. Without a name, returns the part of the email address before the @, and without an
 * email address 'User' (row 5.09).
 */
export function displayName(person: { firstName: string; lastName: string; email?: string | null }): string {
  const full = `${person.firstName} ${person.lastName}`.trim()
  return full || person.email?.split('@')[0] || 'User'
}

/** Splits a full name at its first space (row 5.09). */
export function splitFullName(full: string): { firstName: string; lastName: string } {
  const [firstName = '', ...rest] = full.trim().split(/\s+/u)
  return { firstName, lastName: rest.join(' ') }
}

/** Returns the first name and the initial of the last name, e.g. 'Ana M.', for places that others may see. */
export function shortName(person: { firstName: string; lastName: string }): string {
  const initial = [...person.lastName][0]
  return initial ? `${person.firstName} ${initial}.` : person.firstName
}

/** Returns the initials of a name, at most two letters. The avatar shows the initials if a person has no picture. */
export function initials(name: string): string {
  const words = name.split(/\s+/).filter(Boolean)
  const letters = words.length > 1 ? [words[0], words.at(-1)] : words
  return letters
    .map((word) => [...(word ?? '')][0] ?? '')
    .join('')
    .toLocaleUpperCase()
}
