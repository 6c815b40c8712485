import type { SessionId } from '@attune/contract/common/ids'
import type { Session, SessionText } from '@attune/contract/features/schedule/session/session'
import { shownStatusOf } from '@attune/contract/features/schedule/session/session.shown.states'
import { sessionTextKinds } from '@attune/contract/features/schedule/session/session.rules'
import { useEffect, useEffectEvent, useState } from 'react'
import { createPortal, flushSync } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { useLocale } from '../../../../platform/settings/use-locale.ts'
import { cityOf, dateText, localDay, timeText } from '../../../../ui/page/date-text.ts'
import { useNow } from '../../../../ui/page/use-now.ts'
import classes from './SessionPrintSheet.module.css'
import { partDraftName } from '../session-note/note-part.ts'
import { PrintedNote, PrintedParts, PrintedSignature, type TextsAtPrint } from './PrintedNotes.tsx'
import { useExactTime } from './use-exact-time.ts'
import { openTextContent } from '../../../../platform/autosave/use-autosave.ts'

type Props = { session: Session; texts: SessionText[]; therapist: { firstName: string; lastName: string } }

/** Renders the session for printing. Invisible on the screen; the browser prints nothing else. */
export function SessionPrintSheet({ session, texts, therapist }: Props) {
  const { t } = useTranslation(['note', 'session'])
  const locale = useLocale()
  const now = useNow()
  const isSeveral = session.participants.length > 1
  const textsNow = useTextsAtPrint(session)
  const name = `${therapist.firstName} ${therapist.lastName}`
  const exactTime = useExactTime()
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
      {isSeveral ? (
        <PrintedParts session={session} signer={name} textsNow={textsNow} />
      ) : (
        <PrintedNote sessionId={session.id} textsNow={textsNow} />
      )}
      <SessionTexts session={session} texts={texts} textsNow={textsNow} />
      <footer>
        {!isSeveral && <PrintedSignature sessionId={session.id} signer={name} />}
        <span>{t('print.printed', { when: exactTime(now.toISOString()) })}</span>
      </footer>
    </article>
  )
  return createPortal(sheet, document.body)
}

type TextsProps = { session: Session; texts: SessionText[]; textsNow: TextsAtPrint }

/** Prints objectives and next steps, if there are any. */
function SessionTexts({ session, texts, textsNow }: TextsProps) {
  const { t } = useTranslation('note')
  return sessionTextKinds.map((kind) => {
    const text = (textsNow?.[textName(kind, session.id)] ?? texts.find((one) => one.kind === kind)?.text ?? '').trim()
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

const textName = (kind: SessionText['kind'], sessionId: SessionId) => `${kind}-${sessionId}`

/**
 * Returns the texts of the fields at the moment of printing, including unsaved text. Returns null until the first
 * print.
 */
function useTextsAtPrint({ id: sessionId, participants }: Session): TextsAtPrint {
  const [texts, setTexts] = useState<TextsAtPrint>(null)
  const onBeforePrint = useEffectEvent(() => {
    const parts = participants.map(({ clientId }) => partDraftName('note', { sessionId, clientId }))
    const names = [partDraftName('note', { sessionId }), ...parts]
    const kinds = sessionTextKinds.map((kind) => textName(kind, sessionId))
    flushSync(() => setTexts(Object.fromEntries([...names, ...kinds].map((name) => [name, openTextContent(name)]))))
  })
  useEffect(() => {
    const read = () => onBeforePrint()
    addEventListener('beforeprint', read)
    return () => removeEventListener('beforeprint', read)
  }, [])
  return texts
}
