import type { SessionId } from '@attune/contract/common/ids'
import { Button, type ButtonProps } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyNamed } from '../../../../platform/lazy-named.ts'
import type { PickedClient } from '../../../schedule/session/session.ts'
import type { ChosenMeasure } from './task-assignment.ts'

const AssignTaskDialog = lazyNamed(() => import('./AssignTaskDialog.tsx'), 'AssignTaskDialog')

type Props = {
  clients?: readonly PickedClient[]
  sessionId?: SessionId
  short?: boolean
  /** The measure with which the dialog starts. */
  measure?: ChosenMeasure
  /** Whether this measure is repeated every two weeks. */
  repeats?: boolean
  label?: string
  /** The button's accessible name, if its label does not describe the action well enough for a screen reader. */
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
  measure,
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
          measure={measure}
          repeats={repeats}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}
