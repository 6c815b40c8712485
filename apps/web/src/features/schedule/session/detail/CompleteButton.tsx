import type { SessionId } from '@attune/contract/common/ids'
import type { Session } from '@attune/contract/features/schedule/session/session'
import { Button } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { orpc } from '../../../../platform/api/api.ts'
import { SessionDialogProvider, useOpenSessionDialog } from '../dialogs/SessionDialogProvider.tsx'
import { useSubscribeToSessions } from '../summary/mutations.ts'
import { TransitionButton } from '../TransitionButtons.tsx'

type Props = { session: Session; variant?: 'filled' | 'default' }

/** Marks a session as completed. With several clients, a dialog also asks who attended. */
export function CompleteButton({ session, variant = 'filled' }: Props) {
  const { t } = useTranslation('negotiation')
  const ask = useOpenSessionDialog()
  const several = session.participants.filter(({ answer }) => answer !== 'declined').length > 1
  if (!several || !ask)
    return (
      <TransitionButton session={session} viewer="therapist" step="complete" buttonProps={{ variant }} affirmative />
    )
  return (
    <Button
      variant={variant}
      leftSection={<IconCheck size={18} aria-hidden />}
      aria-haspopup="dialog"
      onClick={() => ask({ session, viewer: 'therapist', what: 'complete' })}
    >
      {t('step.complete')}
    </Button>
  )
}

/** Renders a `CompleteButton` on pages that have only the id of a session. Renders nothing if the session cannot be completed now. */
export function CompleteSession({ sessionId }: { sessionId: SessionId }) {
  useSubscribeToSessions()
  const { data } = useQuery(orpc.session.get.queryOptions({ input: { id: sessionId } }))
  return (
    <SessionDialogProvider>
      {data?.session.may.complete && <CompleteButton session={data.session} />}
    </SessionDialogProvider>
  )
}
