import type { Session } from '@attune/contract/features/session'
import { useState } from 'react'
import { ScopeDialog, type Scope, type ScopedStep } from './ScopeDialog.tsx'
import { SeriesCancelDialog } from './SeriesCancelDialog.tsx'
import { SeriesEditDialog } from './SeriesEditDialog.tsx'
import { SeriesMoveDialog } from './SeriesMoveDialog.tsx'
import type { Time } from './use-preview.ts'

type Props = {
  session: Session
  step: ScopedStep
  /** The scope, if the user has chosen it already. */
  scope?: Exclude<Scope, 'one'>
  /** For a move: the new time, if it was chosen in the calendar. */
  to?: Time
  /** Called when the user chooses to change this session only. */
  onOne: () => void
  onClose: () => void
}

/** Moves, edits or cancels sessions of a series: asks for the scope, then shows the dialog of the change. */
export default function SeriesStep({ session, step, to, onOne, onClose, ...asked }: Props) {
  const [scope, setScope] = useState<Exclude<Scope, 'one'> | null>(asked.scope ?? null)
  if (!scope) {
    const choose = (chosen: Scope) => (chosen === 'one' ? onOne() : setScope(chosen))
    return <ScopeDialog session={session} step={step} onScope={choose} onClose={onClose} />
  }
  const common = { session, scope, onClose }
  if (step === 'cancel') return <SeriesCancelDialog {...common} />
  return step === 'edit' ? <SeriesEditDialog {...common} /> : <SeriesMoveDialog {...common} to={to} />
}
