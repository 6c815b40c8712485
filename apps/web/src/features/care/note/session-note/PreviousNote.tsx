import { Skeleton } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useLocale } from '../../../../platform/settings/use-locale.ts'
import { momentText } from '../../../../ui/page/date-text.ts'
import { Query } from '../../../../ui/page/loading/Query.tsx'
import classes from '../note.module.css'
import { storedNoteString } from '../note-text.ts'
import type { PreviousNoteState } from './use-previous-note.ts'
import { WrittenNote } from '../WrittenNote.tsx'

/** The previous note with the same people, shown read-only beside the new one. */
export function PreviousNote({ previous: { read } }: { previous: PreviousNoteState }) {
  const { t } = useTranslation('note')
  const locale = useLocale()
  const note = read.data?.note
  return (
    <aside className={classes.previous} aria-label={t('previous.title')}>
      <h3>
        {t('previous.title')}
        {note && <time dateTime={note.startsAt}>{momentText(note.startsAt, locale)}</time>}
      </h3>
      {read.isPending && <Skeleton height={120} radius={10} />}
      {read.isError && <Query of={read} alsoStale failed={t('previous.failed')} again={t('again')} />}
      {note === null && <p className={classes.hint}>{t('previous.none')}</p>}
      {note && <WrittenNote note={storedNoteString(note)} />}
    </aside>
  )
}
