import type { ChangeRequest, Conflict, Session } from '@attune/contract/features/session'
import type { Viewer } from '@attune/contract/features/session.states'
import { Button, type ButtonProps } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { Suspense, lazy, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { conflictsOf } from './conflicts.ts'
import { useChangeStep, useStep, type ChangeStep, type Step } from './steps.ts'

const AnywayDialog = lazy(() => import('./AnywayDialog.tsx').then((file) => ({ default: file.AnywayDialog })))

/** The variant and size of a transition button. */
export type Look = Pick<ButtonProps, 'variant' | 'size'>
const checkIcon = <IconCheck size={18} aria-hidden />

type Props = { session: Session; viewer: Viewer; look?: Look; affirmative?: boolean; children?: ReactNode }

/** A button for a session transition. If the time is taken, it asks the therapist whether to book it anyway. */
export function StepButton({ session, viewer, step, look, affirmative, children }: Props & { step: Step }) {
  const { t } = useTranslation('negotiation')
  const [taken, setTaken] = useState<Conflict[] | null>(null)
  const act = useStep(session, viewer, step, { refused: (error) => showConflicts(viewer, error, setTaken) })
  return (
    <ButtonWithConflicts act={act} taken={taken} onTaken={setTaken} look={look} affirmative={affirmative}>
      {children ?? t(`step.${step}`)}
    </ButtonWithConflicts>
  )
}

/** A button for a change request transition. If the time is taken, it asks the therapist whether to book it anyway. */
export function ChangeButton(props: Props & { change: ChangeRequest; step: ChangeStep }) {
  const { session, change, viewer, step, look, affirmative, children } = props
  const { t } = useTranslation('negotiation')
  const [taken, setTaken] = useState<Conflict[] | null>(null)
  const act = useChangeStep(session, change, viewer, step, {
    refused: (error) => showConflicts(viewer, error, setTaken),
  })
  return (
    <ButtonWithConflicts act={act} taken={taken} onTaken={setTaken} look={look} affirmative={affirmative}>
      {children ?? t(`step.${step}`)}
    </ButtonWithConflicts>
  )
}

type ButtonWithConflictsProps = Pick<Props, 'look' | 'affirmative' | 'children'> & {
  act: ReturnType<typeof useStep>
  taken: Conflict[] | null
  onTaken: (taken: null) => void
}

/** The button of a transition, and the dialog that follows if the time is taken. */
function ButtonWithConflicts({ act, taken, onTaken, look, affirmative = false, children }: ButtonWithConflictsProps) {
  return (
    <>
      <Button leftSection={affirmative && checkIcon} {...look} loading={act.isPending} onClick={() => act.mutate({})}>
        {children}
      </Button>
      {taken && (
        <Suspense>
          <AnywayDialog
            conflicts={taken}
            busy={act.isPending}
            onAnyway={() => act.mutate({ anyway: true }, { onSuccess: () => onTaken(null) })}
            onClose={() => onTaken(null)}
          />
        </Suspense>
      )}
    </>
  )
}

/**
 * Shows the conflicts to a therapist, who may book over them, and returns true. Returns false for a client and for
 * other errors, which a toast then reports.
 */
function showConflicts(viewer: Viewer, error: unknown, show: (taken: Conflict[]) => void): boolean {
  const taken = viewer === 'therapist' ? conflictsOf(error) : null
  if (taken) show(taken)
  return taken !== null
}
