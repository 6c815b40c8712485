import type { SessionId } from '@attune/contract/common/ids'
import type { QuestionnaireName } from '@attune/contract/features/care/task/task.forms'
import { questionnaires } from '@attune/contract/features/care/task/task.rules'
import { Button, Group, type ButtonProps } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyNamed } from '../../../../platform/lazy-named.ts'
import type { PickedClient } from '../../../schedule/session/session.ts'

const AssignTaskDialog = lazyNamed(() => import('./AssignTaskDialog.tsx'), 'AssignTaskDialog')

type Props = {
  clients?: readonly PickedClient[]
  sessionId?: SessionId
  short?: boolean
  /** The questionnaire with which the dialog starts. */
  questionnaire?: QuestionnaireName
  /** Whether this questionnaire is repeated every two weeks. */
  repeats?: boolean
  label?: string
  /** The name for assistive technology, if the label alone does not say what the button does. */
  spokenLabel?: string
} & Pick<ButtonProps, 'variant' | 'size'>

/**
 * Renders a button that opens the dialog in which the therapist assigns a task. If `clients` is given, the dialog
 * starts with these clients.
 */
export function AssignTaskButton({
  clients = [],
  sessionId,
  short = false,
  questionnaire,
  repeats = false,
  label,
  spokenLabel,
  ...buttonProps
}: Props) {
  const { t } = useTranslation('tasks')
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button
        {...buttonProps}
        aria-haspopup="dialog"
        aria-label={spokenLabel}
        leftSection={<IconPlus size={16} aria-hidden />}
        onClick={() => setOpen(true)}
      >
        {label ?? t(short ? 'act.assignShort' : 'act.assign')}
      </Button>
      {open && (
        <AssignTaskDialog
          clients={clients}
          sessionId={sessionId ?? null}
          questionnaire={questionnaire}
          repeats={repeats}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}

type CardProps = Required<Pick<Props, 'clients'>> & Pick<Props, 'sessionId'>

/** Renders the buttons of a card that assign tasks: one for each questionnaire, and one for any task. */
export function AssignTaskButtons(props: CardProps) {
  const { t } = useTranslation('tasks')
  const look = { variant: 'subtle', size: 'compact-sm' } as const
  return (
    <Group gap={4}>
      {questionnaires.map((name) => (
        <AssignTaskButton
          key={name}
          {...props}
          {...look}
          questionnaire={name}
          label={name.toUpperCase()}
          spokenLabel={t('act.assignQuestionnaire', { name: name.toUpperCase() })}
        />
      ))}
      <AssignTaskButton {...props} {...look} short />
    </Group>
  )
}
