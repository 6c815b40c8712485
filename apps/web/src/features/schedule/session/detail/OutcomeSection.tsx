import type { Session } from '@attune/contract/features/schedule/session/session'
import { Group, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Section } from '../../../../ui/page/Section.tsx'
import { TransitionButton } from '../TransitionButtons.tsx'
import { CompleteButton } from './CompleteButton.tsx'

/**
 * Lets the therapist record the outcome of a session that has begun: completed or no-show. `over` is true once the session has ended, by the clock or
 * with its call; the section is then highlighted.
 */
export function OutcomeSection({ session, over }: { session: Session; over: boolean }) {
  const { t } = useTranslation('negotiation')
  const { may } = session
  if (!may.complete && !may.noShow) return null
  return (
    <Section tint={over ? 'answer' : undefined} title={t(over ? 'recordOutcome.title' : 'recordOutcome.now')}>
      <Text size="sm" mb="sm">
        {t('recordOutcome.text')}
      </Text>
      <Group gap="xs">
        {may.complete && <CompleteButton session={session} variant={over ? 'filled' : 'default'} />}
        {may.noShow && (
          <TransitionButton session={session} viewer="therapist" step="noShow" buttonProps={{ variant: 'default' }} />
        )}
      </Group>
    </Section>
  )
}
