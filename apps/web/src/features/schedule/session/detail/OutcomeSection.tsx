import type { Session } from '@attune/contract/features/schedule/session/session'
import { Button, Group, Text } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Section } from '../../../../ui/page/Section.tsx'
import { useOpenSessionDialog } from '../dialogs/SessionDialogProvider.tsx'
import { TransitionButton } from '../TransitionButtons.tsx'

/**
 * Lets the therapist record the outcome of a session that has begun: completed or no-show. For a completed session with
 * several clients, a dialog also asks who attended. `over` says whether the session has ended; the section is then
 * highlighted.
 */
export function OutcomeSection({ session, over }: { session: Session; over: boolean }) {
  const { t } = useTranslation('negotiation')
  const ask = useOpenSessionDialog()
  const { may, participants } = session
  if (!may.complete && !may.noShow) return null
  const buttonProps = { variant: over ? 'filled' : 'default' }
  const several = participants.filter((person) => person.answer !== 'declined').length > 1
  return (
    <Section tint={over ? 'answer' : undefined} title={t(over ? 'recordOutcome.title' : 'recordOutcome.now')}>
      <Text size="sm" mb="sm">
        {t('recordOutcome.text')}
      </Text>
      <Group gap="xs">
        {may.complete &&
          (several && ask ? (
            <Button
              {...buttonProps}
              leftSection={<IconCheck size={18} aria-hidden />}
              aria-haspopup="dialog"
              onClick={() => ask({ session, viewer: 'therapist', what: 'complete' })}
            >
              {t('step.complete')}
            </Button>
          ) : (
            <TransitionButton
              session={session}
              viewer="therapist"
              step="complete"
              buttonProps={buttonProps}
              affirmative
            />
          ))}
        {may.noShow && (
          <TransitionButton session={session} viewer="therapist" step="noShow" buttonProps={{ variant: 'default' }} />
        )}
      </Group>
    </Section>
  )
}
