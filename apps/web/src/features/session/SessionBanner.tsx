import type { Session, SessionEvent } from '@attune/contract/features/session'
import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { useReader } from '../../platform/reader.ts'
import { momentText } from '../../ui/moment.ts'
import { Section } from '../../ui/Section.tsx'
import { Answer, OnBehalf } from './Answer.tsx'
import { Change } from './Change.tsx'
import { calledBy } from './marks.tsx'

type Event = z.infer<typeof SessionEvent>
type Props = { session: Session; history: Event[]; viewer: 'therapist' | 'client' }

/** The last move that still awaits its answer. */
function openMove(session: Session, history: Event[]): Event | null {
  if (session.status !== 'rescheduled') return null
  const moves = history.filter((event) => event.action === 'move')
  return moves.toSorted((a, b) => b.at.localeCompare(a.at))[0] ?? null
}

/** What is asked of the viewer, or of the other side; absent where nothing is open. */
export function SessionBanner({ session, history, viewer }: Props) {
  const { t } = useTranslation('session')
  const reader = useReader()
  const name = calledBy(session, viewer)
  const move = openMove(session, history)
  const change = (
    <>
      <Change
        before={momentText(move?.startsAtBefore ?? session.startsAt, reader)}
        after={move?.startsAtBefore ? momentText(session.startsAt, reader) : null}
      />
      {move?.reason && (
        <Text mt={4}>
          <q>{move.reason}</q>
        </Text>
      )}
    </>
  )
  if (session.may.accept) {
    return (
      <Section tint="answer" title={t(move ? 'banner.moved' : 'banner.proposed', { name })}>
        {change}
        <Text size="xs" c="dimmed" mt={4} mb="sm">
          {t('banner.answer', { name })}
        </Text>
        <Answer session={session} />
      </Section>
    )
  }
  if (session.may.acceptOnBehalf) {
    return (
      <Section title={t('banner.waiting', { name })}>
        {move && change}
        <Text size="sm" mb="sm">
          {t('banner.waitingText', { name })}
        </Text>
        <OnBehalf session={session} />
      </Section>
    )
  }
  return null
}
