/**
 * Returns the role whose legal text a person agrees to by completing onboarding: a client to the consent text, a therapist to having read the
 * privacy notice, an admin to nothing.
 */
export function joiningRole(role: string, chosen: 'client' | 'therapist'): 'client' | 'therapist' | null {
  if (role === 'admin') return null
  return role === 'therapist' ? 'therapist' : chosen
}

/** Returns the blanks of a text, such as `[name of the practice]`: what a draft leaves to fill in. They have no line end. */
export const blanksIn = (text: string): string[] => text.match(/\[[^[\]\n]{1,120}\]/g) ?? []
