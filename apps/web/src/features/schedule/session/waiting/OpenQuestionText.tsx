import type { Conflict, Session } from '@attune/contract/features/schedule/session/session'
import type { ViewerRole } from '@attune/contract/features/schedule/session/session.states'
import { IconAlertTriangle, IconCircleCheck, IconClockExclamation, IconClockOff, IconUsers } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useLocale } from '../../../../platform/settings/use-locale.ts'
import { StatusBadge } from '../../../../ui/page/status/StatusBadge.tsx'
import { momentText, timeText } from '../../../../ui/page/date-text.ts'
import { TimeChange } from '../summary/TimeChange.tsx'
import type { OpenQuestion } from './open-question.ts'
import { useConflictText } from '../dialogs/SlotTakenNotice.tsx'

type Time = { startsAt: string; endsAt: string | null }

/** Returns a formatter for a time span, e.g. 'Fri 27 Nov, 15:00 – 15:50'. */
export function useTimeSpanText() {
  const locale = useLocale()
  return ({ startsAt, endsAt }: Time) =>
    endsAt ? `${momentText(startsAt, locale)}\u2060 – \u2060${timeText(endsAt, locale)}` : momentText(startsAt, locale)
}

/** Shows the times of an open question: the old time struck through and the new time bold. A single time is bold. */
export function OpenQuestionTimes({ open, span = true }: { open: OpenQuestion; span?: boolean }) {
  const timeSpanText = useTimeSpanText()
  const start = ({ startsAt }: Time) => ({ startsAt, endsAt: null })
  const shown = (time: Time) => timeSpanText(span ? time : start(time))
  const { before, after } = open
  if (before && after) return <TimeChange before={timeSpanText(start(before))} after={shown(after)} />
  const only = after ?? before
  return only && <TimeChange before={shown(only)} after={null} />
}

type SlotAvailability = { conflicts: readonly Conflict[]; withinAvailability: boolean; brief?: boolean }

/** Shows whether the requested time is free and within the therapist's availability. If it is taken, shows the conflicts. */
export function SlotAvailabilityBadge({ conflicts, withinAvailability, brief = false }: SlotAvailability) {
  const { t } = useTranslation('negotiation')
  const conflictText = useConflictText()
  if (conflicts.length === 0 && !withinAvailability)
    return (
      <StatusBadge icon={IconClockOff} tone="info">
        {t(brief ? 'outside.brief' : 'outside.long')}
      </StatusBadge>
    )
  if (conflicts.length === 0)
    return (
      <StatusBadge icon={IconCircleCheck} tone="success">
        {t(brief ? 'free.brief' : 'free.long')}
      </StatusBadge>
    )
  return (
    <StatusBadge icon={IconAlertTriangle} tone="danger">
      {brief ? t('taken.brief') : t('taken.with', { what: conflicts.map(conflictText).join('; ') })}
    </StatusBadge>
  )
}

/** Shows which other clients have requested the same time. */
export function CompetingRequestsBadge({ rivals, brief = false }: { rivals: readonly Conflict[]; brief?: boolean }) {
  const { t, i18n } = useTranslation('negotiation')
  const names = new Intl.ListFormat(i18n.resolvedLanguage).format(rivals.map((rival) => rival.name))
  return (
    <StatusBadge icon={IconUsers} tone="warning">
      {t(brief ? 'otherRequests.brief' : 'otherRequests.long', { count: rivals.length, names })}
    </StatusBadge>
  )
}

/** Shows that the time proposed by the therapist is no longer free. */
export function TakenMeanwhileBadge() {
  const { t } = useTranslation('negotiation')
  return (
    <StatusBadge icon={IconAlertTriangle} tone="danger">
      {t('taken.meanwhile')}
    </StatusBadge>
  )
}

/** Shows how many hours before the start a late change was requested. Renders nothing for other requests. */
export function LateRequestBadge({ open }: { open: OpenQuestion }) {
  const { t } = useTranslation('negotiation')
  if (!open.late || !open.at || !open.before) return null
  const hours = Math.max(0, Math.floor((Date.parse(open.before.startsAt) - Date.parse(open.at)) / 3_600_000))
  return (
    <StatusBadge icon={IconClockExclamation} tone="warning">
      {t('late', { count: hours })}
    </StatusBadge>
  )
}

/**
 * Returns whether to show if the therapist is free. True only for the therapist when a client requests a session or a
 * move.
 */
export const showsAvailability = (open: OpenQuestion, viewer: ViewerRole) =>
  viewer === 'therapist' && (open.kind === 'request' || open.kind === 'move')

/** Returns a formatter for the title of an open question, e.g. 'Ana asks to move this session'. */
export function useOpenQuestionTitle(viewer: ViewerRole) {
  const { t } = useTranslation('negotiation')
  return (open: OpenQuestion, session: Session) =>
    t(`open.${viewer}.${open.kind}`, { name: open.name, count: awaitedAnswerCount(session) })
}

/**
 * Returns the number of participants who have not answered yet, but at least 1. The number selects the singular or
 * plural form of texts.
 */
export const awaitedAnswerCount = (session: Session) =>
  Math.max(1, session.participants.filter((person) => person.answer === 'awaited').length)
