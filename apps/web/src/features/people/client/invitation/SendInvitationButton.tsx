import type { ClientId } from '@attune/contract/common/ids'
import { Button } from '@mantine/core'
import { IconSend } from '@tabler/icons-react'
import { useInviteTexts } from './use-invite-texts.ts'
import { useSendInvitation } from './use-send-invitation.ts'

type Props = { id: ClientId; firstName: string; isFirst: boolean; size?: 'xs' | 'sm' }

/**
 * A button that invites a client for the first time or again, by email if there is a mail server. The link of an earlier invitation stops working.
 */
export function SendInvitationButton({ id, firstName, isFirst, size = 'sm' }: Props) {
  const { label } = useInviteTexts()
  const send = useSendInvitation({ id, firstName })
  return (
    <Button
      size={size}
      variant={isFirst ? 'light' : 'default'}
      leftSection={<IconSend size={16} aria-hidden />}
      loading={send.isPending}
      onClick={() => send.mutate()}
    >
      {label(isFirst)}
    </Button>
  )
}
