import { Button, type ButtonProps } from '@mantine/core'
import { IconVideo } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { ButtonLink } from '../../../../ui/base/ButtonLink.tsx'
import { useNow } from '../../../../ui/page/use-now.ts'
import { mayJoin, type JoinableSession } from './may-join.ts'

/**
 * Renders a button that joins the video call, from 15 minutes before the start until 60 minutes after the end: a call in Attune on its page in the
 * app, another one in a new window.
 */
export function JoinButton({ session, ...buttonProps }: ButtonProps & { session: JoinableSession }) {
  const { t } = useTranslation('negotiation')
  const now = useNow()
  if (!mayJoin(session, now)) return null
  const button = { leftSection: <IconVideo size={18} aria-hidden />, ...buttonProps }
  if (session.callInAttune)
    return (
      <ButtonLink to={`/call/${session.id}` as string} {...button}>
        {t('join')}
      </ButtonLink>
    )
  return (
    <Button component="a" href={session.videoUrl ?? ''} target="_blank" rel="noopener noreferrer" {...button}>
      {t('join')}
    </Button>
  )
}
