import type { Conflict } from '@attune/contract/features/session'
import { useTranslation } from 'react-i18next'
import { Callout } from '../../ui/Callout.tsx'
import { initialsOfNames } from './calendar-items.ts'
import { EventConflictList } from './EventConflictList.tsx'

/** Conflicts of a session that are listed; the rest is counted. */
const named = 4

type Props = {
  conflicts: Conflict[]
  /** Lists the first conflicts only. */
  few: boolean
  initials: boolean
}

/** Warns of what the new time of an item overlaps. */
export function MoveConflicts({ conflicts, few, initials }: Props) {
  const { t } = useTranslation('calendar')
  if (conflicts.length === 0) return null
  const shown = few ? conflicts.slice(0, named) : conflicts
  return (
    <Callout kind="warning" title={t('move.taken')} urgent>
      <EventConflictList conflicts={initials ? shown.map(hidden) : shown} />
      {conflicts.length > shown.length && <div>{t('move.more', { count: conflicts.length - shown.length })}</div>}
    </Callout>
  )
}

/** A conflict with its name reduced to what privacy mode shows. */
const hidden = (conflict: Conflict): Conflict => ({
  ...conflict,
  name: conflict.kind === 'session' ? initialsOfNames(conflict.name ?? '') : '',
})
