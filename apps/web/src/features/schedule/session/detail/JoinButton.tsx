import { Button, type ButtonProps } from '@mantine/core'
import { IconVideo } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useNow } from '../../../../ui/page/use-now.ts'
import { mayJoin, type JoinableSession } from './may-join.ts'

/** Renders a button that opens the video call in a new window, from 15 minutes before the start until 60 minutes after the end. */
export function JoinButton({ session, ...buttonProps }: ButtonProps & { session: JoinableSession }) {
  const { t } = useTranslation('negotiation')
  const now = useNow()
  if (!session.videoUrl || !mayJoin(session, now)) return null
  return (
    <Button
      component="a"
      href={session.videoUrl}
      target="_blank"
      rel="noopener noreferrer"
      leftSection={<IconVideo size={18} aria-hidden />}
      {...buttonProps}
    >
      {t('join')}
    </Button>
  )
}
