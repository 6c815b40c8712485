import { orpc } from '../../../../platform/api/api.ts'

/** The query options of a link. The query is never refetched automatically, because each read counts as an opening. */
export const linkedInvoiceQuery = (token: string) =>
  orpc.invoice.openLink.queryOptions({
    input: { token },
    enabled: token !== '',
    staleTime: Infinity,
    refetchOnReconnect: false,
    refetchOnWindowFocus: false,
  })
