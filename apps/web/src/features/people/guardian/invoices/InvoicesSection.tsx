/** The invoices of a client on the home of a guardian. */
export function GuardianInvoicesSection(_props: { clientId: string }) {
  return null
}
