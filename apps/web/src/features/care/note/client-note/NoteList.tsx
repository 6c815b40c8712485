import type { NoteSummary } from '@attune/contract/features/care/note/note'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocale } from '../../../../platform/settings/use-locale.ts'
import { dateText, localDay } from '../../../../ui/page/date-text.ts'
import { IconUsers } from '@tabler/icons-react'
import { NextPageButton } from '../../../../ui/list/NextPageButton.tsx'
import { type ChosenNote, keyOfNote } from './chosen-note.ts'
import classes from './client-notes.module.css'
import type { useClientNotes } from './use-client-notes.ts'

type Props = {
  read: ReturnType<typeof useClientNotes>['read']
  items: NoteSummary[]
  shown: ChosenNote | null
  name: string
  showsClientNote: boolean
  onChoose: (note: ChosenNote) => void
}

/** The list of a client's notes: first the note about the client, then the notes on sessions, latest first. */
export function NoteList({ read, items, shown, name, showsClientNote, onChoose }: Props) {
  const { t } = useTranslation('note')
  return (
    <>
      <ul className={classes.rows} aria-label={t('list.title')}>
        {showsClientNote && (
          <Row isShown={shown === 'client'} onChoose={() => onChoose('client')}>
            <span className={classes.day}>{t('client.about', { name })}</span>
            <span className={classes.fact}>{t('client.kind')}</span>
          </Row>
        )}
        {items.map((item) => (
          <Row key={keyOfNote(item)} isShown={shown === keyOfNote(item)} onChoose={() => onChoose(keyOfNote(item))}>
            <NoteRow {...item} />
          </Row>
        ))}
      </ul>
      <NextPageButton of={read}>{t('list.more')}</NextPageButton>
    </>
  )
}

/** The day of a note, its state or the number of the session, and its first words. A shared part is marked as a text about several people. */
function NoteRow({ startsAt, place, excerpt, signedAt, isShared }: NoteSummary) {
  const { t } = useTranslation('note')
  const locale = useLocale()
  return (
    <>
      <time className={classes.day} dateTime={startsAt}>
        {dateText(localDay(startsAt, locale), locale.language)}
      </time>
      <span className={classes.fact}>
        {signedAt === null ? t('list.unsigned') : place !== null && t('list.place', { number: place })}
      </span>
      {isShared && (
        <span className={classes.mark}>
          <IconUsers size={15} stroke={1.75} aria-hidden />
          {t('list.shared')}
        </span>
      )}
      <span className={classes.excerpt}>{excerpt}</span>
    </>
  )
}

type RowProps = { isShown: boolean; onChoose: () => void; children: ReactNode }

const Row = ({ isShown, onChoose, children }: RowProps) => (
  <li>
    <button type="button" className={classes.row} aria-current={isShown || undefined} onClick={onChoose}>
      {children}
    </button>
  </li>
)
