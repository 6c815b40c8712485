import type { Session } from '@attune/contract/features/schedule/session/session'
import { Button, Group } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyInBoundary } from '../../../../platform/lazy-named.ts'
import { awaitsOwnAnswer } from './awaits-own-answer.ts'

const TimeAnswerButtons = lazyInBoundary(() => import('./TimeAnswerButtons.tsx'), 'TimeAnswerButtons')

/**
 * The buttons with which a client answers a time that the therapist set: accept, propose another time or decline. If an admin has disabled the
 * therapist's account, there is only the button to decline. If no answer is awaited, renders nothing and loads no code.
 */
export function LazyTimeAnswerButtons({ session, filled = true }: { session: Session; filled?: boolean }) {
  if (!awaitsOwnAnswer(session)) return null
  return (
    <Group gap="xs">
      <Suspense fallback={<LoadingButtons session={session} />}>
        <TimeAnswerButtons session={session} filled={filled} />
      </Suspense>
    </Group>
  )
}

/** Reserves the space for the buttons while their code loads. They need several lines on a phone, depending on the language. */
function LoadingButtons({ session: { may, change } }: { session: Session }) {
  const { t } = useTranslation('negotiation')
  const hidden = { disabled: true, style: { visibility: 'hidden' } } as const
  return (
    <>
      {may.accept && (
        <Button {...hidden} leftSection={<IconCheck size={18} aria-hidden />}>
          {t('step.accept')}
        </Button>
      )}
      {may.accept && may.decline && !change && <Button {...hidden}>{t('step.otherTime')}</Button>}
      {may.decline && <Button {...hidden}>{t('step.decline')}</Button>}
    </>
  )
}
