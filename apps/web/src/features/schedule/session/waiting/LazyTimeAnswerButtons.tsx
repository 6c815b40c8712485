import type { Session } from '@attune/contract/features/schedule/session/session'
import { Group, Skeleton } from '@mantine/core'
import { lazyNamed } from '../../../../platform/lazy-named.ts'
import { awaitsOwnAnswer } from './awaits-own-answer.ts'

const TimeAnswerButtons = lazyNamed(
  () => import('./TimeAnswerButtons.tsx'),
  'TimeAnswerButtons',
  <Skeleton height={36} width={240} />,
)

/**
 * The buttons with which a client answers a time that the therapist set: accept, propose another time or decline. If the therapist cannot be
 * reached, only decline. If no answer is awaited, renders nothing and loads no code.
 */
export function LazyTimeAnswerButtons({ session, filled = true }: { session: Session; filled?: boolean }) {
  if (!awaitsOwnAnswer(session)) return null
  return (
    <Group gap="xs">
      <TimeAnswerButtons session={session} filled={filled} />
    </Group>
  )
}
