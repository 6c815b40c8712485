import type { TicketForm } from '@attune/contract/features/care/form/form.tickets'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../../../platform/api/api.ts'

/** The query options of a link. The query is never refetched automatically, because each read counts as an opening. */
export const openedTicketQuery = (token: string) =>
  queryOptions({
    queryKey: ['form-ticket', token],
    queryFn: () => api.form.openTicket({ token }),
    enabled: token !== '',
    staleTime: Infinity,
    refetchOnReconnect: false,
    refetchOnWindowFocus: false,
  })

/** The key under which the page keeps the form of a confirmed link. */
export const ticketFormKey = (token: string) => ['form-ticket', token, 'form'] as const

const pdfPollMilliseconds = 2_000

/** The query options of the form of a confirmed link. After the signature, reads the form again until its PDF can be downloaded. */
export const ticketFormQuery = (token: string, opened: TicketForm) =>
  queryOptions({
    queryKey: ticketFormKey(token),
    queryFn: async () => {
      const ticket = await api.form.openTicket({ token })
      return ticket.needsCode ? opened : ticket.form
    },
    initialData: opened,
    staleTime: Infinity,
    refetchOnReconnect: false,
    refetchOnWindowFocus: false,
    refetchInterval: ({ state }) => (state.data?.signedAt && !state.data.isReady ? pdfPollMilliseconds : false),
  })
