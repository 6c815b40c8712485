import type { JournalEntrySummary } from '@attune/contract/features/care/journal/journal'
import { plainTextOf } from '@attune/contract/common/rich-text/rich-text'
import { IconLock, IconMessageCircle, IconPaperclip, IconPencil, IconShare2 } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useLocale } from '../../../../platform/settings/use-locale.ts'
import { StatusBadge } from '../../../../ui/page/status/StatusBadge.tsx'
import { PendingChangeBadge } from '../../../../ui/page/status/PendingChangeBadge.tsx'
import { localDay, dayText } from '../../../../ui/page/date-text.ts'
import { FilePicture } from '../../file/file.ts'
import { firstNameOf } from '../../../../ui/page/first-name.ts'
import classes from './list.module.css'
import { moodIcons, moodKeys } from '../moods.ts'
import type { UnsentEntry } from '../waiting-entries.ts'

/** Shows an entry in the list: its title and first line, its day, mood and picture, and who can read it. */
export function EntryRow({ entry, open }: { entry: JournalEntrySummary; open: boolean }) {
  const { t } = useTranslation('journal')
  return (
    <li className={classes.entry} data-open={open || undefined} data-picture={entry.picture !== null || undefined}>
      <Link
        to="/dashboard/client/journal"
        search={(before) => ({ ...('day' in before && before.day ? { day: before.day } : {}), entry: entry.id })}
        className={classes.entryLink}
        aria-current={open ? 'true' : undefined}
      >
        {entry.title || entry.excerpt || t('untitled')}
      </Link>
      {entry.title && entry.excerpt && <span className={classes.excerpt}>{entry.excerpt}</span>}
      <EntryFacts entry={entry} />
      {entry.picture && (
        <span className={classes.thumbnail}>
          <FilePicture id={entry.picture} alt="" variant="thumbnail" />
        </span>
      )}
    </li>
  )
}

function EntryFacts({ entry }: { entry: JournalEntrySummary }) {
  const { t } = useTranslation('journal')
  const locale = useLocale()
  const [first, ...others] = entry.sharedWith
  const MoodIcon = entry.mood === null ? null : moodIcons[entry.mood - 1]
  const mood = t(`mood.${moodKeys[(entry.mood ?? 3) - 1] ?? 'middle'}`)
  return (
    <span className={classes.entryFacts}>
      <time dateTime={entry.writtenAt}>{dayText(localDay(entry.writtenAt, locale), locale)}</time>
      {MoodIcon && (
        <span title={mood}>
          <MoodIcon size={16} stroke={1.6} role="img" aria-label={mood} />
        </span>
      )}
      {entry.files > (entry.picture ? 1 : 0) && (
        <span title={t('files', { count: entry.files })}>
          <IconPaperclip size={14} role="img" aria-label={t('files', { count: entry.files })} />
        </span>
      )}
      {entry.replies > 0 && (
        <span title={t('replies', { count: entry.replies })}>
          <IconMessageCircle size={14} role="img" aria-label={t('replies', { count: entry.replies })} />
        </span>
      )}
      <span className={classes.entryWho}>
        {first ? (
          <StatusBadge icon={IconShare2}>
            {others.length > 0
              ? t('sharedWithMore', { name: firstNameOf(first.name), count: others.length })
              : t('sharedWith', { name: firstNameOf(first.name) })}
          </StatusBadge>
        ) : (
          <StatusBadge icon={IconLock}>{t('private')}</StatusBadge>
        )}
      </span>
    </span>
  )
}

/** Lists the entries that were saved without a connection and are not on the server yet. */
export function WaitingRows({ entries, open }: { entries: UnsentEntry[]; open: string | undefined }) {
  if (entries.length === 0) return null
  return (
    <ul className={classes.entries}>
      {entries.map((entry) => (
        <WaitingRow key={entry.thing} entry={entry} open={entry.input.id === open} />
      ))}
    </ul>
  )
}

function WaitingRow({ entry, open }: { entry: UnsentEntry; open: boolean }) {
  const { t } = useTranslation('journal')
  const { id, title, content } = entry.input
  return (
    <li className={classes.entry} data-open={open || undefined}>
      <Link
        to="/dashboard/client/journal"
        search={{ entry: id }}
        className={classes.entryLink}
        aria-current={open ? 'true' : undefined}
      >
        {title || plainTextOf(content) || t('untitled')}
      </Link>
      <span className={classes.entryFacts}>
        <PendingChangeBadge change={entry} />
      </span>
    </li>
  )
}

/** Shows the draft of a new entry that was never saved. */
export function DraftRow() {
  const { t } = useTranslation(['journal', 'common'])
  return (
    <div className={classes.entry}>
      <Link to="/dashboard/client/journal" search={{ entry: 'new' }} className={classes.entryLink}>
        {t('draft.begun')}
      </Link>
      <span className={classes.entryFacts}>
        <StatusBadge icon={IconPencil} tone="info">
          {t('common:outcome.onDevice')}
        </StatusBadge>
      </span>
    </div>
  )
}
