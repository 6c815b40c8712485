/** The sessions of a client on the home of a guardian. */
export function GuardianSessionsSection(_props: { clientId: string }) {
  return null
}
