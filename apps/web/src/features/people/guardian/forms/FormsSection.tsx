/** The forms of a client on the home of a guardian. */
export function GuardianFormsSection(_props: { clientId: string }) {
  return null
}
