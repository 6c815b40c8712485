import type { ClientId } from '@attune/contract/common/ids'
import { callSearch } from '@attune/contract/features/schedule/call/call.rules'
import { Button, type ButtonProps } from '@mantine/core'
import { IconVideo } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { ButtonLink } from '../../../../ui/base/ButtonLink.tsx'
import { useServerNow } from '../../../../ui/page/use-now.ts'
import { mayJoin, type JoinableSession } from './may-join.ts'

type Props = ButtonProps & { session: JoinableSession; actingFor?: ClientId }

/**
 * Renders a button that joins the video call, from 15 minutes before the start until 60 minutes after the end. Opens a call in Attune on its page in
 * the app, and any other call in a new window. With `actingFor`, a guardian joins for this client.
 */
export function JoinButton({ session, actingFor, ...buttonProps }: Props) {
  const { t } = useTranslation('negotiation')
  const now = useServerNow()
  if (!mayJoin(session, now)) return null
  const button = { leftSection: <IconVideo size={18} aria-hidden />, ...buttonProps }
  if (session.callInAttune)
    return (
      <ButtonLink
        to="/call/$sessionId"
        params={{ sessionId: session.id }}
        search={callSearch(actingFor ?? null)}
        {...button}
      >
        {t('join')}
      </ButtonLink>
    )
  return (
    <Button component="a" href={session.videoUrl ?? ''} target="_blank" rel="noopener noreferrer" {...button}>
      {t('join')}
    </Button>
  )
}
