import { useTranslation } from 'react-i18next'
import type { api } from '../../../../platform/api/api.ts'
import { useLocale } from '../../../../platform/settings/use-locale.ts'
import { momentText } from '../../../../ui/page/date-text.ts'
import { PageHeader } from '../../../../ui/page/PageHeader.tsx'
import { HistoryList } from '../../../../ui/page/row/HistoryList.tsx'
import { MetaList } from '../../../../ui/page/row/MetaList.tsx'
import { Section } from '../../../../ui/page/Section.tsx'
import { useNow } from '../../../../ui/page/use-now.ts'
import {
  FormatLabel,
  historySentenceKey,
  JoinButton,
  mayHaveCall,
  SessionStatusBadge,
  therapistTimeOf,
  TimeZoneNote,
} from '../../../schedule/session/session.ts'
import { LazyGuardianCallTime } from '../../../schedule/call/call.ts'
import { useActingFor } from '../frame/acting-for.ts'
import { AnswerButtons } from './AnswerButtons.tsx'
import { ChangeSection } from './ChangeSection.tsx'
import classes from './GuardedSessions.module.css'
import { SessionRequestButtons } from './SessionRequestButtons.tsx'

export type GuardedSessionData = Awaited<ReturnType<typeof api.guardian.session>>

/** Shows a session of the client with the steps that the guardian may take, and its history. */
export function GuardedSessionView({ data }: { data: GuardedSessionData }) {
  const { t } = useTranslation(['guardianSession', 'session'])
  const locale = useLocale()
  const { clientId } = useActingFor()
  const now = useNow()
  const { session, changes } = data
  const open = changes.find(({ state }) => state === 'open' || state === 'countered')
  return (
    <div className={classes.stack}>
      <PageHeader
        title={momentText(session.startsAt, locale)}
        beside={<SessionStatusBadge session={session} viewer="client" />}
        facts={
          <MetaList>
            {session.therapist.name}
            <FormatLabel session={session} place />
            {t('session:minutes', { count: session.durationMinutes })}
          </MetaList>
        }
        actions={<JoinButton session={session} actingFor={clientId} />}
      />
      {mayHaveCall(session, now) && <LazyGuardianCallTime sessionId={session.id} actingFor={clientId} />}
      <TimeZoneNote times={[therapistTimeOf(session)]} />
      {(session.may.accept || session.may.decline) && <AnswerButtons clientId={clientId} session={session} />}
      {open && <ChangeSection session={session} change={open} />}
      <SessionRequestButtons session={session} />
      <GuardedHistory data={data} />
    </div>
  )
}

/** The history of a session. It names the guardian who acted only if the reader may see that name. */
function GuardedHistory({ data: { session, history } }: { data: GuardedSessionData }) {
  const { t } = useTranslation(['guardianSession', 'sessionPage'])
  const locale = useLocale()
  const { firstName } = useActingFor()
  const steps = history.map(
    ({ by, guardianName, at, startsAtBefore: before, startsAtAfter: after, ...event }, index) => {
      const names = {
        you: '',
        product: '',
        client: firstName,
        therapist: session.therapist.name,
        // In some languages the words differ by their place in the sentence.
        guardian: guardianName ?? t(event.action.startsWith('ask') ? 'otherGuardian.acts' : 'otherGuardian.by'),
      }
      const actor = by === 'you' || by === 'guardian' ? 'client' : by
      const key = historySentenceKey(
        { ...event, by: actor },
        by === 'client' || by === 'guardian' ? 'therapist' : 'client',
      )
      return {
        // The index is a stable id, because events are only appended.
        id: String(index),
        text: withCapital(t(`sessionPage:event.${key}`, { name: names[by], client: firstName })),
        more: before && before !== after && (
          <>
            <s>{momentText(before, locale)}</s> → {momentText(after, locale)}
          </>
        ),
        at,
        when: momentText(at, locale),
      }
    },
  )
  return (
    <Section title={t('history')}>
      <HistoryList of={steps.toReversed()} />
    </Section>
  )
}

const withCapital = (sentence: string) => sentence.charAt(0).toLocaleUpperCase() + sentence.slice(1)
