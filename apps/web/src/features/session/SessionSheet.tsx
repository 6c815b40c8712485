import type { Session } from '@attune/contract/features/session'
import type { SessionStatus, Viewer } from '@attune/contract/features/session.states'
import { Button } from '@mantine/core'
import { Suspense, lazy } from 'react'
import { useTranslation } from 'react-i18next'
import { useReader } from '../../platform/reader.ts'
import { Facts } from '../../ui/Facts.tsx'
import { Columns, PageHead } from '../../ui/PageHead.tsx'
import { PersonAvatar } from '../../ui/PersonAvatar.tsx'
import { useCrumb } from '../../ui/crumb.ts'
import { dateText, dayOf } from '../../ui/moment.ts'
import { Section } from '../../ui/Section.tsx'
import { SessionWriting, SharedTexts } from '../note/note.ts'
import { SessionTasks } from '../task/task.ts'
import type { Details } from './acts.ts'
import { OpenBanner } from './ChangeBanner.tsx'
import { FormatFact, RepeatMark, SessionMark, otherSide, shortNames } from './marks.tsx'
import { SeriesCard } from './OfSeries.tsx'
import { allOpen } from './open.ts'
import { Companions, Participants } from './People.tsx'
import { SessionActions } from './SessionActions.tsx'
import { useAsk } from './SessionDialogs.tsx'
import { SessionFacts } from './SessionFacts.tsx'
import { SessionHistory } from './SessionHistory.tsx'
import { TherapistClock, useTitleOf } from './SessionTime.tsx'
import { useNow } from '../../ui/use-now.ts'
import classes from './SessionSheet.module.css'
import { TookPlace } from './TookPlace.tsx'

const BriefPanel = lazy(() => import('../brief/brief.ts').then((file) => ({ default: file.BriefPanel })))

const none = [] as const

const upcomingStatuses: readonly SessionStatus[] = ['scheduled', 'confirmed', 'rescheduled']

/** The session prep of each participant: what they have shared since their last session. */
function SessionPreps({ session }: { session: Session }) {
  const attending = session.participants.filter(({ answer }) => answer !== 'declined')
  return (
    <Suspense>
      {attending.map(({ clientId, firstName }) => (
        <BriefPanel
          key={clientId}
          clientId={clientId}
          before={session.id}
          name={attending.length > 1 ? firstName : undefined}
        />
      ))}
    </Suspense>
  )
}

/** The content of a session's page: time, actions, open questions, properties, texts and history. */
export function SessionSheet({ details, viewer }: { details: Details; viewer: Viewer }) {
  const { t } = useTranslation(['session', 'negotiation'])
  const titleOf = useTitleOf()
  const ask = useAsk()
  const now = useNow()
  const reader = useReader()
  const { session, history, changes, conflicts, rivals } = details
  const person = otherSide(session, viewer)
  const open = allOpen(details, viewer)
  const short = viewer === 'client' ? person.name : shortNames(session)
  useCrumb(`${dateText(dayOf(session.startsAt, reader), reader.language)}, ${short}`)
  const therapist = viewer === 'therapist'
  const over = therapist && session.may.complete && Date.parse(session.endsAt) <= now.getTime()
  const ahead = upcomingStatuses.includes(session.status) && Date.parse(session.endsAt) > now.getTime()
  // `conflicts` and `rivals` of the details refer to the first requested time only.
  const inQuestion =
    open.find((one) => one.kind === 'request' || one.change?.state === 'open') ??
    open.find((one) => one.kind === 'counter')
  const facts = (
    <SessionFacts
      session={session}
      viewer={viewer}
      action={
        therapist && session.may.move && ask ? (
          <Button
            variant="subtle"
            size="compact-sm"
            aria-haspopup="dialog"
            onClick={() => ask({ session, viewer, what: 'edit' })}
          >
            {t('negotiation:act.edit')}
          </Button>
        ) : undefined
      }
    />
  )
  return (
    <>
      <PageHead
        title={titleOf(session.startsAt)}
        avatar={<PersonAvatar name={person.name} url={person.avatarUrl} several={person.several} size={52} />}
        facts={
          <Facts size={14}>
            <strong>{person.name}</strong>
            {t('minutes', { count: session.durationMinutes })}
            <FormatFact session={session} />
            <TherapistClock session={session} />
            <SessionMark status={session.status} viewer={viewer} />
            {session.seriesId && <RepeatMark />}
          </Facts>
        }
        actions={
          <SessionActions
            session={session}
            changes={changes}
            viewer={viewer}
            primary={!open[0]?.mine && !over}
            printable
          />
        }
      />
      <div className={classes.open}>
        {therapist && <TookPlace session={session} over={over} />}
        {open.map((one) => (
          <OpenBanner
            key={one.change?.id ?? one.kind}
            session={session}
            open={one}
            viewer={viewer}
            conflicts={one === inQuestion ? conflicts : none}
            rivals={one === inQuestion ? rivals : none}
            together={details.awaitedInSeries}
          />
        ))}
      </div>
      <Columns
        main={
          <>
            {therapist ? (
              <SessionWriting session={session} texts={details.texts} />
            ) : (
              <>
                <SharedTexts texts={details.texts} therapist={session.therapist.name} />
                {facts}
              </>
            )}
          </>
        }
        side={
          <>
            {therapist && ahead && <SessionPreps session={session} />}
            {therapist && facts}
            {therapist && session.seriesId && (
              <SeriesCard session={session} seriesId={session.seriesId} awaited={details.awaitedInSeries} />
            )}
            {therapist && session.participants.length > 1 && <Participants session={session} />}
            {therapist && (
              <SessionTasks
                sessionId={session.id}
                clients={session.participants.map((one) => ({
                  id: one.clientId,
                  name: `${one.firstName} ${one.lastName}`.trim(),
                }))}
              />
            )}
            {!therapist && <Companions names={details.companions} />}
            <Section title={t('details.history')}>
              <SessionHistory session={session} events={history} viewer={viewer} />
            </Section>
          </>
        }
      />
    </>
  )
}
