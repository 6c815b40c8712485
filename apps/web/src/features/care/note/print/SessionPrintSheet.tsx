import type { SessionId } from '@attune/contract/common/ids'
import type { Session, SessionText } from '@attune/contract/features/schedule/session/session'
import { isFilled } from '@attune/contract/common/text/text'
import { shownStatusOf } from '@attune/contract/features/schedule/session/session.shown.states'
import { sessionTextKinds } from '@attune/contract/features/schedule/session/session.rules'
import { useEffect, useState } from 'react'
import { createPortal, flushSync } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { useLocale } from '../../../../platform/settings/use-locale.ts'
import { cityOf, dateText, localDay, timeText } from '../../../../ui/page/date-text.ts'
import { useNow } from '../../../../ui/page/use-now.ts'
import classes from './SessionPrintSheet.module.css'
import { plainNoteText, storedNoteString } from '../note-text.ts'
import { useNote } from '../session-note/use-note.ts'
import { WrittenNote } from '../WrittenNote.tsx'
import { openTextContent } from '../../../../platform/autosave/use-autosave.ts'

type Props = { session: Session; texts: SessionText[]; therapist: { firstName: string; lastName: string } }

/** Renders the session for printing. Invisible on the screen; the browser prints nothing else. */
export function SessionPrintSheet({ session, texts, therapist }: Props) {
  const { t } = useTranslation(['note', 'session'])
  const locale = useLocale()
  const now = useNow()
  const note = useNote(session.id).data
  const textNow = useTextsAtPrint(session.id)
  const written = (note?.signedAt ? null : textNow?.note) ?? (note ? storedNoteString(note) : '')
  const name = `${therapist.firstName} ${therapist.lastName}`
  const exactTime = (instant: string) =>
    `${dateText(localDay(instant, locale), locale.language)}, ${timeText(instant, locale)}`
  const facts = useFacts(session, name)
  const day = dateText(localDay(session.startsAt, locale), locale.language)
  const sheet = (
    <article className={classes.sheet} aria-hidden>
      <h1>{t('print.title', { day })}</h1>
      <dl>
        {facts.map(([fact, value]) => (
          <div key={fact}>
            <dt>{fact}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <section>
        <h2>{t('title')}</h2>
        {isFilled(plainNoteText(written)) ? <WrittenNote note={written.trim()} /> : <p>{t('print.none')}</p>}
      </section>
      {note?.addenda.map((addendum) => (
        <section key={addendum.id}>
          <h2>{t('print.addendum', { when: exactTime(addendum.at) })}</h2>
          <p>{addendum.text}</p>
        </section>
      ))}
      <SessionTexts texts={texts} textNow={textNow} />
      <footer>
        <span>
          {note?.signedAt ? t('print.signed', { when: exactTime(note.signedAt), name }) : t('print.unsigned')}
        </span>
        <span>{t('print.printed', { when: exactTime(now.toISOString()) })}</span>
      </footer>
    </article>
  )
  return createPortal(sheet, document.body)
}

type TextsProps = { texts: SessionText[]; textNow: ReturnType<typeof useTextsAtPrint> }

/** Prints objectives and next steps, if there are any. */
function SessionTexts({ texts, textNow }: TextsProps) {
  const { t } = useTranslation('note')
  return sessionTextKinds.map((kind) => {
    const text = (textNow?.[kind] ?? texts.find((one) => one.kind === kind)?.text ?? '').trim()
    return text ? (
      <section key={kind}>
        <h2>{t(`texts.${kind}`)}</h2>
        <p>{text}</p>
      </section>
    ) : null
  })
}

/**
 * Returns the labels and values of the printed session: clients, therapist, time, type, location (if any) and status.
 */
function useFacts(session: Session, therapist: string) {
  const { t } = useTranslation(['note', 'session'])
  const locale = useLocale()
  const people = session.participants.map((one) => `${one.firstName} ${one.lastName}`).join(', ')
  const times = `${timeText(session.startsAt, locale)}\u2060–\u2060${timeText(session.endsAt, locale)}`
  return [
    [t('print.client', { count: session.participants.length }), people],
    [t('print.therapist'), therapist],
    [t('print.time'), `${times} (${cityOf(locale.zone)}), ${t('session:minutes', { count: session.durationMinutes })}`],
    [t('print.kind'), `${t(`session:kind.${session.therapyType}`)}, ${t(`session:format.${session.format}`)}`],
    ...(session.location ? [[t('print.place'), session.location]] : []),
    [t('print.status'), t(`session:status.${shownStatusOf(session)}`)],
  ] as const
}

/**
 * Returns the texts of the fields at the moment of printing, including unsaved text. Returns null until the first
 * print.
 */
function useTextsAtPrint(sessionId: SessionId) {
  const [texts, setTexts] = useState<Partial<Record<'note' | SessionText['kind'], string>> | null>(null)
  useEffect(() => {
    const onBeforePrint = () =>
      flushSync(() =>
        setTexts(
          Object.fromEntries(
            ['note', ...sessionTextKinds].map((name) => [name, openTextContent(`${name}-${sessionId}`)]),
          ),
        ),
      )
    addEventListener('beforeprint', onBeforePrint)
    return () => removeEventListener('beforeprint', onBeforePrint)
  }, [sessionId])
  return texts
}
