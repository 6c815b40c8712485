import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { orpc } from '../../../../platform/api/api.ts'

/**
 * Returns the texts for a button that invites a client: its label, for the first time or again, and the hint beside it. Without a mail server they
 * name a link, because nothing is sent. Until the settings are known, the texts are those of a practice with email.
 */
export function useInviteTexts() {
  const { t } = useTranslation('client')
  const info = useQuery(orpc.product.info.queryOptions({ input: {} }))
  const isByHand = info.data?.mailConfigured === false
  return {
    label: (isFirst: boolean) => {
      if (isByHand) return t(isFirst ? 'invitation.createLink' : 'invitation.renewLink')
      return t(isFirst ? 'invitation.send' : 'invitation.resend')
    },
    againHint: t(isByHand ? 'invitation.renewHint' : 'invitation.resendHint'),
  }
}
