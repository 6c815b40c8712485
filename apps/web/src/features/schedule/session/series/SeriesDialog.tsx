import type { RecurrenceScope } from '@attune/contract/common/time/recurrence'
import type { SeriesScope } from '@attune/contract/features/schedule/series/series'
import type { Session } from '@attune/contract/features/schedule/session/session'
import { useState } from 'react'
import { SeriesScopeDialog, type SeriesDialogName } from './SeriesScopeDialog.tsx'
import { SeriesCancelDialog } from './SeriesCancelDialog.tsx'
import { SeriesEditDialog } from './SeriesEditDialog.tsx'
import { SeriesMoveDialog } from './SeriesMoveDialog.tsx'
import type { StartAndDuration } from './use-series-preview.ts'

type Props = {
  session: Session
  step: SeriesDialogName
  /** The scope, if the user has already chosen one. */
  scope?: SeriesScope
  /** The new time of a move, if the user has chosen one in the calendar. */
  to?: StartAndDuration
  /** Called when the user chooses to change this session only. */
  onOne: () => void
  onClose: () => void
}

/** Moves, edits or cancels sessions of a series. Without `scope`, first asks which sessions to change. */
export function SeriesDialog({ session, step, to, onOne, onClose, ...asked }: Props) {
  const [scope, setScope] = useState<SeriesScope | null>(asked.scope ?? null)
  if (!scope) {
    const choose = (chosen: RecurrenceScope) => (chosen === 'one' ? onOne() : setScope(chosen))
    return <SeriesScopeDialog session={session} step={step} onScope={choose} onClose={onClose} />
  }
  const common = { session, scope, onClose }
  if (step === 'cancel') return <SeriesCancelDialog {...common} />
  return step === 'edit' ? <SeriesEditDialog {...common} /> : <SeriesMoveDialog {...common} to={to} />
}
