import type { ChangeRequest, Conflict, Session } from '@attune/contract/features/schedule/session/session'
import type { ViewerRole } from '@attune/contract/features/schedule/session/session.states'
import { Button, type ButtonProps } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyNamed } from '../../../platform/lazy-named.ts'
import { slotConflictsOf } from './conflicts.ts'
import {
  useChangeRequestTransition,
  useSessionTransition,
  type ChangeRequestTransition,
  type SessionTransition,
} from './transitions.ts'

const BookAnywayDialog = lazyNamed(() => import('./dialogs/BookAnywayDialog.tsx'), 'BookAnywayDialog')

export type TransitionButtonStyle = Pick<ButtonProps, 'variant' | 'size'>
const checkIcon = <IconCheck size={18} aria-hidden />

type Props = {
  session: Session
  viewer: ViewerRole
  buttonProps?: TransitionButtonStyle
  affirmative?: boolean
  children?: ReactNode
}

/**
 * Renders a button that runs a session transition. If the time conflicts, a dialog asks the therapist whether to book
 * anyway.
 */
export function TransitionButton({
  session,
  viewer,
  step,
  buttonProps,
  affirmative,
  children,
}: Props & { step: SessionTransition }) {
  const { t } = useTranslation('negotiation')
  const [taken, setTaken] = useState<Conflict[] | null>(null)
  const act = useSessionTransition(session, viewer, step, {
    refused: (error) => showConflicts(viewer, error, setTaken),
  })
  return (
    <ButtonWithConflicts act={act} taken={taken} onTaken={setTaken} buttonProps={buttonProps} affirmative={affirmative}>
      {children ?? t(`step.${step}`)}
    </ButtonWithConflicts>
  )
}

/**
 * Renders a button that runs a transition of a change request. If the time conflicts, a dialog asks the therapist
 * whether to book anyway.
 */
export function ChangeRequestButton(props: Props & { change: ChangeRequest; step: ChangeRequestTransition }) {
  const { session, change, viewer, step, buttonProps, affirmative, children } = props
  const { t } = useTranslation('negotiation')
  const [taken, setTaken] = useState<Conflict[] | null>(null)
  const act = useChangeRequestTransition(session, change, viewer, step, {
    refused: (error) => showConflicts(viewer, error, setTaken),
  })
  return (
    <ButtonWithConflicts act={act} taken={taken} onTaken={setTaken} buttonProps={buttonProps} affirmative={affirmative}>
      {children ?? t(`step.${step}`)}
    </ButtonWithConflicts>
  )
}

type ButtonWithConflictsProps = Pick<Props, 'buttonProps' | 'affirmative' | 'children'> & {
  act: ReturnType<typeof useSessionTransition>
  taken: Conflict[] | null
  onTaken: (taken: null) => void
}

/** Renders the button of a transition. If `taken` contains conflicts, also renders the dialog that lists them. */
function ButtonWithConflicts({
  act,
  taken,
  onTaken,
  buttonProps,
  affirmative = false,
  children,
}: ButtonWithConflictsProps) {
  return (
    <>
      <Button
        leftSection={affirmative && checkIcon}
        {...buttonProps}
        loading={act.isPending}
        onClick={() => act.mutate({})}
      >
        {children}
      </Button>
      {taken && (
        <BookAnywayDialog
          conflicts={taken}
          busy={act.isPending}
          onAnyway={() => act.mutate({ anyway: true }, { onSuccess: () => onTaken(null) })}
          onClose={() => onTaken(null)}
        />
      )}
    </>
  )
}

/**
 * Shows the conflicts of an error to a therapist and returns true. Returns false for a client and for errors without
 * conflicts; a toast then shows the error.
 */
function showConflicts(viewer: ViewerRole, error: unknown, show: (taken: Conflict[]) => void): boolean {
  const taken = viewer === 'therapist' ? slotConflictsOf(error) : null
  if (taken) show(taken)
  return taken !== null
}
