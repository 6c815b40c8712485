import type { TicketForm } from '@attune/contract/features/care/form/form.tickets'
import { useMemo } from 'react'
import { api } from '../../../../platform/api/api.ts'
import { errorCode } from '../../../../platform/api/errors.ts'
import type { FormAccess } from '../fill/form-access.ts'
import { ticketFormKey } from './ticket-query.ts'

/**
 * Returns the access with which a guardian without an account fills in and signs the form of a ticket. Calls `onEnded` if the form can no longer be
 * signed with it.
 */
export function useTicketAccess(
  token: string,
  { ticketId }: Pick<TicketForm, 'ticketId'>,
  onEnded: () => void,
): FormAccess {
  return useMemo(() => {
    const whileOpen = async <Result>(call: Promise<Result>) => {
      try {
        return await call
      } catch (error) {
        if (errorCode(error) === 'INVALID_LINK') onEnded()
        throw error
      }
    }
    return {
      queryKey: () => ticketFormKey(token),
      draftName: () => `form-ticket-${ticketId}`,
      saveAnswers: ({ draftVersion, answers }) =>
        whileOpen(api.form.saveTicketAnswers({ token, draftVersion, answers })),
      sign: ({ id, ...signing }) => {
        void id
        return whileOpen(api.form.signTicket({ token, ...signing }))
      },
      withdraw: () => Promise.reject(new Error('a consent is not withdrawn with a ticket')),
      pdfPath: () => `/api/form-ticket/${ticketId}/pdf`,
    }
  }, [token, ticketId, onEnded])
}
