import type { WholeNote } from '@attune/contract/features/care/note/note'
import { useEffect, useEffectEvent } from 'react'
import { createPortal } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { useLocale } from '../../../../platform/settings/use-locale.ts'
import { dateText, localDay, timeText } from '../../../../ui/page/date-text.ts'
import { useNow } from '../../../../ui/page/use-now.ts'
import { keyOfNote } from '../client-note/chosen-note.ts'
import { openPrintDialog } from './print-session.ts'
import classes from './SessionPrintSheet.module.css'
import { StoredNote } from '../WrittenNote.tsx'

type Props = { notes: readonly WholeNote[]; name: string; onDone: () => void }

/** Prints notes on the sessions of a client and calls `onDone` when the print dialog was closed. */
export function NotesPrintSheet({ notes, name, onDone }: Props) {
  const { t } = useTranslation('note')
  const locale = useLocale()
  const now = useNow()
  const done = useEffectEvent(onDone)
  useEffect(() => {
    const close = () => done()
    addEventListener('afterprint', close)
    const frame = requestAnimationFrame(openPrintDialog)
    return () => {
      cancelAnimationFrame(frame)
      removeEventListener('afterprint', close)
    }
  }, [])
  const day = (instant: string) => dateText(localDay(instant, locale), locale.language)
  const exact = (instant: string) => `${day(instant)}, ${timeText(instant, locale)}`
  const sheet = (
    <article className={classes.sheet} aria-hidden>
      <h1>{t('printRange.heading', { name })}</h1>
      {notes.map((note) => (
        <section key={keyOfNote(note)}>
          <h2>{t('print.title', { day: exact(note.startsAt) })}</h2>
          {note.isShared && <h3>{t('list.shared')}</h3>}
          <StoredNote text={note.text} content={note.content} />
          {note.addenda.map((addendum) => (
            <div key={addendum.id}>
              <h3>{t('print.addendum', { when: exact(addendum.at) })}</h3>
              <p>{addendum.text}</p>
            </div>
          ))}
          <p>{note.signedAt ? t('signed.at', { when: exact(note.signedAt) }) : t('print.unsigned')}</p>
        </section>
      ))}
      <footer>
        <span>{t('print.printed', { when: exact(now.toISOString()) })}</span>
      </footer>
    </article>
  )
  return createPortal(sheet, document.body)
}
