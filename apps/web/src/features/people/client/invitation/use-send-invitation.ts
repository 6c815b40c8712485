import type { ClientId } from '@attune/contract/common/ids'
import { ORPCError } from '@orpc/client'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, createId } from '../../../../platform/api/api.ts'
import { errorCode } from '../../../../platform/api/errors.ts'
import { useLocale } from '../../../../platform/settings/use-locale.ts'
import { useErrorMessage } from '../../../../ui/base/use-error-message.ts'
import { momentInSentence } from '../../../../ui/page/date-text.ts'
import { toast } from '../../../../ui/toast/toast.ts'
import { useInvalidateClients } from '../use-client-updates.ts'

const refusals = { NO_EMAIL: 'invitation.noEmail', ALREADY_CONNECTED: 'invitation.connected' } as const

/** Returns a mutation that sends the first or another invitation to a client, and says in a toast whether it was sent. */
export function useSendInvitation(client: { id: ClientId; firstName: string }) {
  const { t } = useTranslation('client')
  const locale = useLocale()
  const changed = useInvalidateClients()
  const [command, setCommand] = useState(createId)
  const message = useErrorMessage()
  return useMutation({
    mutationFn: () => api.connection.invite({ id: client.id, command }),
    onSuccess: (invitation) => {
      setCommand(createId())
      toast({
        variant: 'success',
        title: t(invitation.mail === 'not-configured' ? 'invitation.ready' : 'invitation.sentNow'),
      })
    },
    onError: (error) => {
      const code = errorCode(error)
      const at =
        error instanceof ORPCError && code === 'TOO_SOON' ? (error.data as { resendAt: string }).resendAt : null
      const refused = t(refusals[code as keyof typeof refusals] ?? 'profile.actFailed', { name: client.firstName })
      const text = at
        ? t('invitation.tooSoon', { when: momentInSentence(at, locale) })
        : (code === 'INVITATION_LIMIT' && message(error)) || refused
      toast({ variant: 'destructive', title: text })
    },
    onSettled: changed,
  })
}
