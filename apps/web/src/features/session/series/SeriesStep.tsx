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
  /** Which are meant, where that was asked already. */
  scope?: Exclude<Scope, 'one'>
  /** The time that was pointed at, for a move. */
  to?: Time
  /** What is to be done where this one alone is meant. */
  onOne: () => void
  onClose: () => void
}

/** A step upon a session that repeats: asks which are meant, then for what the step needs. */
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
