import type { ChangeRequest, Conflict, Session } from '@attune/contract/features/session'
import type { Viewer } from '@attune/contract/features/session.states'
import { Button, type ButtonProps } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { Suspense, lazy, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { conflictsOf } from './conflicts.ts'
import { useChangeStep, useStep, type ChangeStep, type Step } from './steps.ts'

const AnywayDialog = lazy(() => import('./AnywayDialog.tsx').then((file) => ({ default: file.AnywayDialog })))

/** How a button looks: the one filled button of a view, tinted in a row that repeats, or plain. */
export type Look = Pick<ButtonProps, 'variant' | 'size'>
const tick = <IconCheck size={18} aria-hidden />

type Props = { session: Session; viewer: Viewer; look?: Look; yes?: boolean; children?: ReactNode }

/** One tap that does a step. Where the time is taken, the therapist is asked whether to book it anyway. */
export function StepButton({ session, viewer, step, look, yes, children }: Props & { step: Step }) {
  const { t } = useTranslation('negotiation')
  const [taken, setTaken] = useState<Conflict[] | null>(null)
  const act = useStep(session, viewer, step, { refused: (error) => keep(viewer, error, setTaken) })
  return (
    <Tap act={act} taken={taken} onTaken={setTaken} look={look} yes={yes}>
      {children ?? t(`step.${step}`)}
    </Tap>
  )
}

/** The same for a step upon a wish for change. */
export function ChangeButton(props: Props & { change: ChangeRequest; step: ChangeStep }) {
  const { session, change, viewer, step, look, yes, children } = props
  const { t } = useTranslation('negotiation')
  const [taken, setTaken] = useState<Conflict[] | null>(null)
  const act = useChangeStep(session, change, viewer, step, { refused: (error) => keep(viewer, error, setTaken) })
  return (
    <Tap act={act} taken={taken} onTaken={setTaken} look={look} yes={yes}>
      {children ?? t(`step.${step}`)}
    </Tap>
  )
}

type TapProps = Pick<Props, 'look' | 'yes' | 'children'> & {
  act: ReturnType<typeof useStep>
  taken: Conflict[] | null
  onTaken: (taken: null) => void
}

/** The button of a step, and the question that follows where the time is taken. */
function Tap({ act, taken, onTaken, look, yes = false, children }: TapProps) {
  return (
    <>
      <Button leftSection={yes && tick} {...look} loading={act.isPending} onClick={() => act.mutate({})}>
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

/** What is in the way is kept for the therapist's question; a client cannot book over it and is told by a toast. */
function keep(viewer: Viewer, error: unknown, show: (taken: Conflict[]) => void): boolean {
  const taken = viewer === 'therapist' ? conflictsOf(error) : null
  if (taken) show(taken)
  return taken !== null
}
