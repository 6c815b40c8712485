import { orpc } from '../../../../platform/api/api.ts'

/** The options of the query of a link. The answer is not read again by itself, because each reading counts as an opening. */
export const linkedInvoiceQuery = (token: string) =>
  orpc.invoice.openLink.queryOptions({
    input: { token },
    enabled: token !== '',
    staleTime: Infinity,
    refetchOnReconnect: false,
    refetchOnWindowFocus: false,
  })
