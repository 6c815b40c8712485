/**
 * Returns the role whose legal text applies when a person completes onboarding: clients agree to the consent text, therapists confirm that they
 * have read the privacy notice, admins confirm nothing.
 */
export function joiningRole(role: string, chosen: 'client' | 'therapist'): 'client' | 'therapist' | null {
  if (role === 'admin') return null
  return role === 'therapist' ? 'therapist' : chosen
}

/** Returns the blanks of a text, such as `[name of the practice]`, which an admin must fill in. A blank contains no line break. */
export const blanksIn = (text: string): string[] => text.match(/\[[^[\]\n]{1,120}\]/g) ?? []
