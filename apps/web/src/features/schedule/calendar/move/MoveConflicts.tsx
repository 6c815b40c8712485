import type { Conflict } from '@attune/contract/features/schedule/session/session'
import { useTranslation } from 'react-i18next'
import { Callout } from '../../../../ui/base/Callout.tsx'
import { initialsOfNames } from '../item/items.ts'
import { EventConflictList } from '../event/EventConflictList.tsx'

/**
 * Maximum number of conflicts that are listed if `few` is set. For the remaining conflicts the card shows only their
 * number.
 */
const named = 4

type Props = {
  conflicts: Conflict[]
  /** Whether to list only the first conflicts. */
  few: boolean
  initials: boolean
}

/** Warns of the conflicts at the new time of an item. */
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

/** Reduces the name of a conflict for privacy mode: initials for a session, no name for other items. */
const hidden = (conflict: Conflict): Conflict => ({
  ...conflict,
  name: conflict.kind === 'session' ? initialsOfNames(conflict.name ?? '') : '',
})
