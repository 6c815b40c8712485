import type { Session } from '@attune/contract/features/session'
import { Button, Group } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { Suspense, lazy, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useTap } from './acts.ts'
import { calledBy } from './marks.tsx'

const DeclineDialog = lazy(() => import('./reasonDialogs.tsx').then((file) => ({ default: file.DeclineDialog })))

/** The client's answer: yes with one tap, no with room for a reason. Absent where nothing may be answered. */
export function Answer({ session, filled = true }: { session: Session; filled?: boolean }) {
  const { t } = useTranslation('session')
  const accept = useTap(session, 'accept')
  const [declining, setDeclining] = useState(false)
  if (!session.may.accept && !session.may.decline) return null
  return (
    <Group gap="xs">
      {session.may.accept && (
        <Button
          variant={filled ? 'filled' : 'light'}
          leftSection={<IconCheck size={18} aria-hidden />}
          loading={accept.isPending}
          onClick={() => accept.mutate()}
        >
          {t('accept')}
        </Button>
      )}
      {session.may.decline && (
        <Button variant={filled ? 'default' : 'subtle'} disabled={accept.isPending} onClick={() => setDeclining(true)}>
          {t('decline')}
        </Button>
      )}
      {declining && (
        <Suspense>
          <DeclineDialog session={session} onClose={() => setDeclining(false)} />
        </Suspense>
      )}
    </Group>
  )
}

/** The therapist's yes on behalf of a client who said so elsewhere. */
export function OnBehalf({ session }: { session: Session }) {
  const { t } = useTranslation('session')
  const accept = useTap(session, 'acceptOnBehalf')
  if (!session.may.acceptOnBehalf) return null
  return (
    <Button
      variant="default"
      leftSection={<IconCheck size={18} aria-hidden />}
      loading={accept.isPending}
      onClick={() => accept.mutate()}
    >
      {t('onBehalf', { name: calledBy(session, 'therapist') })}
    </Button>
  )
}
