import type { ClientId, SessionId } from '@attune/contract/common/ids'
import type { Session } from '@attune/contract/features/schedule/session/session'
import type { SessionStatus } from '@attune/contract/features/schedule/session/session.schemas'
import { holdsTime, type ViewerRole } from '@attune/contract/features/schedule/session/session.states'
import { Button, Skeleton } from '@mantine/core'
import type { ComponentType } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyInBoundary } from '../../../../platform/lazy-named.ts'
import { useLocale } from '../../../../platform/settings/use-locale.ts'
import { MetaList } from '../../../../ui/page/row/MetaList.tsx'
import { PageColumns, PageHeader } from '../../../../ui/page/PageHeader.tsx'
import { PersonAvatar } from '../../../../ui/page/row/PersonAvatar.tsx'
import { useSetPageName } from '../../../../ui/page/use-page-name.ts'
import { dayText, localDay } from '../../../../ui/page/date-text.ts'
import { RowSkeletons } from '../../../../ui/page/loading/ListStates.tsx'
import { RevealTogether } from '../../../../ui/page/loading/RevealTogether.tsx'
import { Card, Section } from '../../../../ui/page/Section.tsx'
import { LazySessionTexts, SharedSessionTexts } from '../../../care/note/note.ts'
import { LazySessionObjectives } from '../../../care/treatment-plan/treatment-plan.ts'
import type { SessionDetailsData } from '../summary/mutations.ts'
import { OpenQuestionBanner } from './OpenQuestionBanner.tsx'
import { FormatLabel, RecurringLabel, SessionStatusBadge, counterpartOf, shortClientNames } from '../summary/status.tsx'
import { LazySeriesCard } from '../series/lazy-series.tsx'
import { openQuestionsOf, type OpenQuestion } from '../waiting/open-question.ts'
import { LazyKeptSessionCard, LazyKeptSessionMark } from '../kept/lazy-kept.tsx'
import { CompanionsSection, ParticipantsSection } from './ParticipantsSection.tsx'
import { SessionActions } from './SessionActions.tsx'
import { useOpenSessionDialog } from '../dialogs/SessionDialogProvider.tsx'
import { SessionMetaSection } from './SessionMetaSection.tsx'
import { useHasMetInCall } from './use-has-met-in-call.ts'
import { SessionHistoryTimeline } from './SessionHistoryTimeline.tsx'
import { useSessionTitle } from '../summary/SessionTime.tsx'
import { useNow } from '../../../../ui/page/use-now.ts'
import classes from './SessionDetailsView.module.css'
import { OutcomeSection } from './OutcomeSection.tsx'

const SessionPrepPanel = lazyInBoundary(() => import('../../../care/session-prep/session-prep.ts'), 'SessionPrepPanel')

const none = [] as const

export type SessionDetailsProps = {
  details: SessionDetailsData
  viewer: ViewerRole
  /**
   * Renders the tasks assigned in the session. The route passes this component, because the task feature imports the
   * session feature.
   */
  SessionTasks: ComponentType<{ sessionId: SessionId; clients: { id: ClientId; name: string }[] }>
}

const preparedStatuses: readonly SessionStatus[] = ['scheduled', 'confirmed', 'rescheduled', 'completed', 'no-show']

/** Shows the session prep of each participant who has not declined. Folded once the session has ended. */
function SessionPreps({ session, folded }: { session: Session; folded: boolean }) {
  const attending = session.participants.filter(({ answer }) => answer !== 'declined')
  return attending.map(({ clientId, firstName }) => (
    <SessionPrepPanel
      key={clientId}
      clientId={clientId}
      before={session.id}
      folded={folded}
      name={attending.length > 1 ? firstName : undefined}
    />
  ))
}

/** Shows a session: time, actions, open questions, properties, texts and history. */
export function SessionDetailsView(props: SessionDetailsProps) {
  const { details, viewer } = props
  const now = useNow()
  const locale = useLocale()
  const { session } = details
  const therapist = viewer === 'therapist'
  const short = therapist ? shortClientNames(session) : counterpartOf(session, viewer).name
  useSetPageName(`${dayText(localDay(session.startsAt, locale), locale)}, ${short}`)
  const hasEnded = Date.parse(session.endsAt) <= now.getTime()
  const hasMetInCall = useHasMetInCall(session, therapist && session.may.complete)
  const over = therapist && session.may.complete && (hasEnded || hasMetInCall)
  const open = openQuestionsOf(details, viewer)
  return (
    <>
      <SessionHeader details={details} viewer={viewer} primary={!open[0]?.awaitsViewer && !over} />
      <div className={classes.open}>
        {therapist && <OutcomeSection session={session} over={over} />}
        <OpenQuestions details={details} viewer={viewer} open={open} />
      </div>
      <PageColumns
        main={
          therapist ? (
            <RevealTogether waiting={<Skeleton height={360} radius={14} />}>
              <LazySessionTexts session={session} texts={details.texts} />
              <LazySessionObjectives sessionId={session.id} />
            </RevealTogether>
          ) : (
            <>
              <SharedSessionTexts texts={details.texts} therapist={session.therapist.name} />
              <Facts session={session} viewer={viewer} />
            </>
          )
        }
        side={<SideSections {...props} hasEnded={hasEnded} />}
      />
    </>
  )
}

type ViewProps = Pick<SessionDetailsProps, 'details' | 'viewer'>

function SessionHeader({ details, viewer, primary }: ViewProps & { primary: boolean }) {
  const { t } = useTranslation('session')
  const titleOf = useSessionTitle()
  const { session, changes } = details
  const person = counterpartOf(session, viewer)
  return (
    <PageHeader
      title={titleOf(session.startsAt)}
      avatar={
        <PersonAvatar
          personId={person.personId}
          name={person.name}
          url={person.avatarUrl}
          several={person.several}
          size={52}
        />
      }
      facts={
        <MetaList size={14}>
          <strong>{person.name}</strong>
          {t('minutes', { count: session.durationMinutes })}
          <FormatLabel session={session} />
          <SessionStatusBadge session={session} viewer={viewer} />
          {session.seriesId && <RecurringLabel />}
          {viewer === 'therapist' && <LazyKeptSessionMark sessionId={session.id} />}
        </MetaList>
      }
      actions={<SessionActions session={session} changes={changes} viewer={viewer} primary={primary} printable />}
    />
  )
}

function OpenQuestions({ details, viewer, open }: ViewProps & { open: OpenQuestion[] }) {
  const { session, conflicts, rivals, withinAvailability, awaitedInSeries } = details
  // `conflicts`, `rivals` (competing requests) and `withinAvailability` of the details refer to the first requested
  // time only.
  const inQuestion =
    open.find((one) => one.kind === 'request' || one.change?.state === 'open') ??
    open.find((one) => one.kind === 'counter')
  return open.map((one) => (
    <OpenQuestionBanner
      key={one.change?.id ?? one.kind}
      session={session}
      open={one}
      viewer={viewer}
      conflicts={one === inQuestion ? conflicts : none}
      rivals={one === inQuestion ? rivals : none}
      withinAvailability={one !== inQuestion || withinAvailability}
      together={awaitedInSeries}
    />
  ))
}

/** Shows the properties of a session, with a button that lets the therapist edit them. */
function Facts({ session, viewer }: { session: Session; viewer: ViewerRole }) {
  const { t } = useTranslation('negotiation')
  const ask = useOpenSessionDialog()
  const editable = viewer === 'therapist' && session.may.move && ask
  return (
    <SessionMetaSection
      session={session}
      viewer={viewer}
      action={
        editable ? (
          <Button
            variant="subtle"
            size="compact-sm"
            aria-haspopup="dialog"
            onClick={() => ask({ session, viewer, what: 'edit' })}
          >
            {t('act.edit')}
          </Button>
        ) : undefined
      }
    />
  )
}

/**
 * The side column. Its sections appear together, because a section that loaded later would move the buttons below it
 * away from the pointer.
 */
function SideSections({ details, viewer, SessionTasks, hasEnded }: SessionDetailsProps & { hasEnded: boolean }) {
  const { t } = useTranslation('session')
  const { session, history, companions, awaitedInSeries } = details
  const timeline = (
    <Section title={t('details.history')}>
      <SessionHistoryTimeline session={session} events={history} viewer={viewer} />
    </Section>
  )
  if (viewer === 'client')
    return (
      <>
        <CompanionsSection names={companions} />
        {timeline}
      </>
    )
  return (
    <RevealTogether
      waiting={
        <Card>
          <RowSkeletons rows={6} avatar={false} />
        </Card>
      }
    >
      {preparedStatuses.includes(session.status) && (
        <SessionPreps session={session} folded={hasEnded || !holdsTime(session)} />
      )}
      <Facts session={session} viewer={viewer} />
      {session.seriesId && <LazySeriesCard session={session} seriesId={session.seriesId} awaited={awaitedInSeries} />}
      {session.participants.length > 1 && <ParticipantsSection session={session} />}
      <LazyKeptSessionCard session={session} />
      <SessionTasks
        sessionId={session.id}
        clients={session.participants.map((one) => ({
          id: one.clientId,
          name: `${one.firstName} ${one.lastName}`.trim(),
        }))}
      />
      {timeline}
    </RevealTogether>
  )
}
