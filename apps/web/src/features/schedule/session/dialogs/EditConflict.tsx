import type { Session } from '@attune/contract/features/schedule/session/session'
import { ORPCError } from '@orpc/client'
import { useTranslation } from 'react-i18next'
import { VersionConflict } from '../../../../ui/editor/VersionConflict.tsx'
import { TimeChange } from '../summary/TimeChange.tsx'
import { useTimeSpanText } from '../waiting/OpenQuestionText.tsx'

/**
 * Returns the current session from a `CHANGED` error, which means that another device has changed the session since it
 * was loaded. Returns null for other errors.
 */
export const changedSessionOf = (error: unknown): Session | null =>
  error instanceof ORPCError && error.code === 'CHANGED' ? (error.data as Session) : null

type Props = { before: Session; after: Session; onKeep: () => void; onTake: () => void }

/** Shows the changes that another device has made since the dialog was opened, and asks which version to keep. */
export function EditConflict({ before, after, onKeep, onTake }: Props) {
  const { t } = useTranslation(['sessionDialog', 'session'])
  const span = useTimeSpanText()
  const none = t('elsewhere.none')
  const facts: [string, (session: Session) => string][] = [
    [t('session:details.time'), (session) => span(session)],
    [t('session:details.format'), (session) => t(`session:format.${session.format}`)],
    [t('session:details.location'), (session) => session.location || none],
    [
      t('elsewhere.link'),
      (session) => (session.callInAttune ? t('session:callPlace.inAttune') : (session.videoUrl ?? none)),
    ],
    [t('elsewhere.state'), (session) => t(`session:status.${session.status}`)],
  ]
  const changed = facts.filter(([, fact]) => fact(before) !== fact(after))
  return (
    <VersionConflict title={t('elsewhere.title')} mine={{ onChoose: onKeep }} theirs={{ onChoose: onTake }}>
      {changed.map(([name, fact]) => (
        <div key={name}>
          {name}
          <TimeChange before={fact(before)} after={fact(after)} />
        </div>
      ))}
      {changed.length === 0 && t('elsewhere.nothing')}
    </VersionConflict>
  )
}
