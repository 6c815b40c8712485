import type { ClientId } from '@attune/contract/common/ids'
import { Button } from '@mantine/core'
import { IconSend } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useSendInvitation } from './use-send-invitation.ts'

type Props = { id: ClientId; firstName: string; isFirst: boolean; size?: 'xs' | 'sm' }

/** A button that sends a client the first or a new invitation. The link of an earlier one stops working. */
export function SendInvitationButton({ id, firstName, isFirst, size = 'sm' }: Props) {
  const { t } = useTranslation('client')
  const send = useSendInvitation({ id, firstName })
  return (
    <Button
      size={size}
      variant={isFirst ? 'light' : 'default'}
      leftSection={<IconSend size={16} aria-hidden />}
      loading={send.isPending}
      onClick={() => send.mutate()}
    >
      {t(isFirst ? 'invitation.send' : 'invitation.resend')}
    </Button>
  )
}
