import { Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useLocale } from '../../../platform/settings/use-locale.ts'
import { ButtonLink } from '../../../ui/base/ButtonLink.tsx'
import { Dialog } from '../../../ui/dialog/Dialog.tsx'
import { momentText } from '../../../ui/page/date-text.ts'
import { LazyScheduleDialog, LazySeriesDialog } from '../session/session.ts'
import { EventDialog } from './event/EventDialog.tsx'
import type { CalendarItem } from './item/items.ts'
import { AddToCalendarDialog } from './event/AddToCalendarDialog.tsx'
import type { SeriesMove } from './move/use-pending-move.ts'
import { formatClock, addMinutes, wholeMinutesBetween, wallClockAt } from './wall-clock.ts'

/** The open dialog of the calendar. `startUtc` and `endUtc` are the selected time. */
export type OpenCalendarDialog =
  | { kind: 'make'; startUtc: string; endUtc: string | null }
  | { kind: 'session'; at: { startUtc: string; endUtc: string | null } | null }
  | { kind: 'event'; startUtc: string; endUtc: string }
  | { kind: 'item'; item: CalendarItem }
  | ({ kind: 'series' } & SeriesMove)

const timetable = '/dashboard/therapist/weekly-timetable' as '/dashboard/therapist'

type Props = { open: OpenCalendarDialog; zone: string; onOpen: (open: OpenCalendarDialog | null) => void }

export function CalendarDialogs({ open, zone, onOpen }: Props) {
  const close = () => onOpen(null)
  if (open.kind === 'make') {
    const { startUtc, endUtc } = open
    return (
      <AddToCalendarDialog
        startUtc={startUtc}
        endUtc={endUtc}
        onClose={close}
        onSession={() => onOpen({ kind: 'session', at: { startUtc, endUtc } })}
        onEvent={() => onOpen({ kind: 'event', startUtc, endUtc: endUtc ?? addMinutes(startUtc, 60) })}
      />
    )
  }
  if (open.kind === 'session') {
    const { at } = open
    const start = at && wallClockAt(at.startUtc, zone)
    const minutes = at?.endUtc ? wholeMinutesBetween(at.startUtc, at.endUtc) : null
    return (
      <LazyScheduleDialog at={start && { day: start.day, time: formatClock(start.minute), minutes }} onClose={close} />
    )
  }
  if (open.kind === 'series') {
    const { session, scope, to } = open
    return <LazySeriesDialog session={session} step="move" scope={scope} to={to} onOne={close} onClose={close} />
  }
  if (open.kind === 'event') return <EventDialog event={null} {...open} onClose={close} />
  const { item } = open
  if (item.kind === 'event')
    return <EventDialog event={item.event} startUtc={item.startUtc} endUtc={item.endUtc} onClose={close} />
  return <ReadOnlyItem item={item} onClose={close} />
}

/** Shows an absence with a link to the timetable, or an imported event with a link to the calendar settings. */
function ReadOnlyItem({ item, onClose }: { item: CalendarItem; onClose: () => void }) {
  const { t } = useTranslation('calendar')
  const locale = useLocale()
  const absence = item.kind === 'absence'
  return (
    <Dialog title={item.name} onClose={onClose} size={420}>
      <Stack gap="md">
        <Text className="tabular">
          {momentText(item.startUtc, locale)} – {momentText(item.endUtc, locale)}
        </Text>
        {item.kind === 'imported' && (
          <Text c="dimmed">{t('event.foreign', { calendar: item.imported.calendarName })}</Text>
        )}
        {absence ? (
          <ButtonLink to={timetable} variant="default">
            {t('timetable')}
          </ButtonLink>
        ) : (
          <ButtonLink
            to="/dashboard/$userType/settings/$subject"
            params={{ userType: 'therapist', subject: 'calendars' }}
            variant="default"
          >
            {t('elsewhere')}
          </ButtonLink>
        )}
      </Stack>
    </Dialog>
  )
}
