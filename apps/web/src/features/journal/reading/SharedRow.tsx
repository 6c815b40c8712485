import type { SharedHead } from '@attune/contract/features/journal'
import { IconPaperclip, IconPointFilled } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useReader } from '../../../platform/reader.ts'
import { Facts } from '../../../ui/Facts.tsx'
import { Mark } from '../../../ui/Mark.tsx'
import { dayOf, dayText } from '../../../ui/moment.ts'
import { PersonAvatar } from '../../../ui/PersonAvatar.tsx'
import { MoodMark } from './MoodMark.tsx'
import classes from './reading.module.css'

/** The server cuts excerpts to this length. */
const excerptCut = 160

/** A shared entry in a list: title, excerpt, day and mood. The whole row is a link. */
export function SharedRow({ entry, withPerson }: { entry: SharedHead; withPerson: boolean }) {
  const { t } = useTranslation('sharedJournal')
  const reader = useReader()
  const { client, title, excerpt, mood, tags, files, writtenAt, isNew } = entry
  const name = `${client.firstName} ${client.lastName}`
  const day = dayText(dayOf(writtenAt, reader), reader)
  return (
    <li className={classes.row} data-new={isNew || undefined}>
      {withPerson && <PersonAvatar name={name} url={client.avatarUrl} size={36} />}
      <div className={classes.words}>
        {withPerson && <span className={classes.person}>{name}</span>}
        <Link className={classes.link} to="/dashboard/therapist/journals/$entryId" params={{ entryId: entry.id }}>
          {title || t('entryOf', { day })}
        </Link>
        {excerpt && (
          <p className={classes.excerpt}>{excerpt.length < excerptCut ? excerpt : `${excerpt.trimEnd()}…`}</p>
        )}
        <span className={classes.facts}>
          <Facts>
            {title && <time dateTime={writtenAt}>{day}</time>}
            {mood !== null && <MoodMark mood={mood} />}
            {files > 0 && (
              <span className={classes.files}>
                <IconPaperclip size={14} aria-hidden />
                {t('files', { count: files })}
              </span>
            )}
            {tags.length > 0 && <span>{tags.join(', ')}</span>}
          </Facts>
        </span>
      </div>
      {isNew && (
        <Mark icon={IconPointFilled} tone="info">
          {t('new')}
        </Mark>
      )}
    </li>
  )
}
