import type { Conflict, Session } from '@attune/contract/features/session'
import type { Viewer } from '@attune/contract/features/session.states'
import { IconAlertTriangle, IconCircleCheck, IconClockExclamation, IconUsers } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useReader } from '../../platform/reader.ts'
import { Mark } from '../../ui/Mark.tsx'
import { momentText, timeText } from '../../ui/moment.ts'
import { Change } from './Change.tsx'
import type { Open } from './open.ts'
import { useConflictWords } from './SlotTaken.tsx'

type Time = { startsAt: string; endsAt: string | null }

/** A formatter for a time span: 'Fri 27 Nov, 15:00 – 15:50'. */
export function useSpan() {
  const reader = useReader()
  return ({ startsAt, endsAt }: Time) =>
    endsAt ? `${momentText(startsAt, reader)}\u2060 – \u2060${timeText(endsAt, reader)}` : momentText(startsAt, reader)
}

/** The times of an open question: the old one struck through, the new one bold; a single one bold. */
export function OpenTimes({ open, span = true }: { open: Open; span?: boolean }) {
  const words = useSpan()
  const start = ({ startsAt }: Time) => ({ startsAt, endsAt: null })
  const shown = (time: Time) => words(span ? time : start(time))
  const { before, after } = open
  if (before && after) return <Change before={words(start(before))} after={shown(after)} />
  const only = after ?? before
  return only && <Change before={shown(only)} after={null} />
}

/** Whether the therapist is free at the requested time; if not, what conflicts with it. */
export function Availability({ conflicts, brief = false }: { conflicts: readonly Conflict[]; brief?: boolean }) {
  const { t } = useTranslation('negotiation')
  const words = useConflictWords()
  if (conflicts.length === 0)
    return (
      <Mark icon={IconCircleCheck} tone="success">
        {t(brief ? 'free.brief' : 'free.long')}
      </Mark>
    )
  return (
    <Mark icon={IconAlertTriangle} tone="danger">
      {brief ? t('taken.brief') : t('taken.with', { what: conflicts.map(words).join('; ') })}
    </Mark>
  )
}

/** Who else has requested that time. */
export function Rivals({ rivals, brief = false }: { rivals: readonly Conflict[]; brief?: boolean }) {
  const { t, i18n } = useTranslation('negotiation')
  const names = new Intl.ListFormat(i18n.resolvedLanguage).format(rivals.map((rival) => rival.name))
  return (
    <Mark icon={IconUsers} tone="warning">
      {t(brief ? 'rivals.brief' : 'rivals.long', { count: rivals.length, names })}
    </Mark>
  )
}

/** Says that the time the therapist proposed has been taken since. */
export function TakenMeanwhile() {
  const { t } = useTranslation('negotiation')
  return (
    <Mark icon={IconAlertTriangle} tone="danger">
      {t('taken.meanwhile')}
    </Mark>
  )
}

/** Says that a change was requested within the late window, and how many hours before the start. */
export function LateMark({ open }: { open: Open }) {
  const { t } = useTranslation('negotiation')
  if (!open.late || !open.at || !open.before) return null
  const hours = Math.max(0, Math.floor((Date.parse(open.before.startsAt) - Date.parse(open.at)) / 3_600_000))
  return (
    <Mark icon={IconClockExclamation} tone="warning">
      {t('late', { count: hours })}
    </Mark>
  )
}

/** Whether to show availability: only when a client asks for a time and the viewer is the therapist who decides. */
export const asksForTime = (open: Open, viewer: Viewer) =>
  viewer === 'therapist' && (open.kind === 'request' || open.kind === 'move')

/** The title of an open question, e.g. 'Ana asks to move this session'. */
export function useOpenTitle(viewer: Viewer) {
  const { t } = useTranslation('negotiation')
  return (open: Open, session: Session) =>
    t(`open.${viewer}.${open.kind}`, { name: open.name, count: awaitedIn(session) })
}

/** How many participants have not answered yet, at least 1: for a request it counts the client who asks. */
export const awaitedIn = (session: Session) =>
  Math.max(1, session.participants.filter((person) => person.answer === 'awaited').length)
