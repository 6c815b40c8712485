import type { SessionId } from '@attune/contract/common/ids'
import type { QuestionnaireName } from '@attune/contract/features/care/task/task.forms'
import { Button, type ButtonProps } from '@mantine/core'
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
  /** The questionnaire with which the dialog starts, repeated every two weeks. */
  questionnaire?: QuestionnaireName
  label?: string
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
  label,
  ...buttonProps
}: Props) {
  const { t } = useTranslation('tasks')
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button
        {...buttonProps}
        aria-haspopup="dialog"
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
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}
