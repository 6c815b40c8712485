import type { SharedEntrySummary } from '@attune/contract/features/care/journal/journal'
import { IconPaperclip, IconPointFilled } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useLocale } from '../../../../platform/settings/use-locale.ts'
import { MetaList } from '../../../../ui/page/row/MetaList.tsx'
import { StatusBadge } from '../../../../ui/page/status/StatusBadge.tsx'
import { localDay, dayText } from '../../../../ui/page/date-text.ts'
import { PersonAvatar } from '../../../../ui/page/row/PersonAvatar.tsx'
import { MoodBadge } from './MoodBadge.tsx'
import classes from './reading.module.css'

/** The maximum length of an excerpt in characters. The server cuts longer texts. */
const excerptCut = 160

/** Shows a shared entry in a list: title, excerpt, day and mood. The whole row is a link. */
export function SharedEntryRow({ entry, withPerson }: { entry: SharedEntrySummary; withPerson: boolean }) {
  const { t } = useTranslation('sharedJournal')
  const locale = useLocale()
  const { client, title, excerpt, mood, tags, files, writtenAt, isNew } = entry
  const name = `${client.firstName} ${client.lastName}`
  const day = dayText(localDay(writtenAt, locale), locale)
  return (
    <li className={classes.row} data-new={isNew || undefined}>
      {withPerson && <PersonAvatar personId={client.personId} name={name} url={client.avatarUrl} size={36} />}
      <div className={classes.texts}>
        {withPerson && <span className={classes.person}>{name}</span>}
        <Link className={classes.link} to="/dashboard/therapist/journals/$entryId" params={{ entryId: entry.id }}>
          {title || t('entryOf', { day })}
        </Link>
        {excerpt && (
          <p className={classes.excerpt}>{excerpt.length < excerptCut ? excerpt : `${excerpt.trimEnd()}…`}</p>
        )}
        <span className={classes.facts}>
          <MetaList>
            {title && <time dateTime={writtenAt}>{day}</time>}
            {mood !== null && <MoodBadge mood={mood} />}
            {files > 0 && (
              <span className={classes.files}>
                <IconPaperclip size={14} aria-hidden />
                {t('files', { count: files })}
              </span>
            )}
            {tags.length > 0 && <span>{tags.join(', ')}</span>}
          </MetaList>
        </span>
      </div>
      {isNew && (
        <StatusBadge icon={IconPointFilled} tone="info">
          {t('new')}
        </StatusBadge>
      )}
    </li>
  )
}
