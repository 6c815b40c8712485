import { Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useReader } from '../../platform/reader.ts'
import { ButtonLink } from '../../ui/ButtonLink.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { momentText } from '../../ui/moment.ts'
import { PlanAt, SeriesStep } from '../session/session.ts'
import { EventDialog } from './EventDialog.tsx'
import type { Item } from './items.ts'
import { MakeDialog } from './MakeDialog.tsx'
import type { Together } from './use-moving.ts'
import { clockText, minutesAfter, minutesBetween, wallAt } from './wall.ts'

/** The open dialog of the calendar. `startUtc` and `endUtc` are the selected time. */
export type Open =
  | { kind: 'make'; startUtc: string; endUtc: string | null }
  | { kind: 'session'; at: { startUtc: string; endUtc: string | null } | null }
  | { kind: 'event'; startUtc: string; endUtc: string }
  | { kind: 'item'; item: Item }
  | ({ kind: 'series' } & Together)

const timetable = '/dashboard/therapist/weekly-timetable' as '/dashboard/therapist'

type Props = { open: Open; zone: string; onOpen: (open: Open | null) => void }

export function Dialogs({ open, zone, onOpen }: Props) {
  const close = () => onOpen(null)
  if (open.kind === 'make') {
    const { startUtc, endUtc } = open
    return (
      <MakeDialog
        startUtc={startUtc}
        endUtc={endUtc}
        onClose={close}
        onSession={() => onOpen({ kind: 'session', at: { startUtc, endUtc } })}
        onEvent={() => onOpen({ kind: 'event', startUtc, endUtc: endUtc ?? minutesAfter(startUtc, 60) })}
      />
    )
  }
  if (open.kind === 'session') {
    const { at } = open
    const start = at && wallAt(at.startUtc, zone)
    const minutes = at?.endUtc ? minutesBetween(at.startUtc, at.endUtc) : null
    return <PlanAt at={start && { day: start.day, time: clockText(start.minute), minutes }} onClose={close} />
  }
  if (open.kind === 'series') {
    const { session, scope, to } = open
    return <SeriesStep session={session} step="move" scope={scope} to={to} onOne={close} onClose={close} />
  }
  if (open.kind === 'event') return <EventDialog event={null} {...open} onClose={close} />
  const { item } = open
  if (item.kind === 'event')
    return <EventDialog event={item.event} startUtc={item.startUtc} endUtc={item.endUtc} onClose={close} />
  return <ReadOnlyItem item={item} onClose={close} />
}

/** An absence or imported event, which cannot be edited here, with a link to the page where it can. */
function ReadOnlyItem({ item, onClose }: { item: Item; onClose: () => void }) {
  const { t } = useTranslation('calendar')
  const reader = useReader()
  const absence = item.kind === 'absence'
  return (
    <Dialog title={item.name} onClose={onClose} size={420}>
      <Stack gap="md">
        <Text className="tabular">
          {momentText(item.startUtc, reader)} – {momentText(item.endUtc, reader)}
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
            to="/dashboard/$userType/settings"
            params={{ userType: 'therapist' }}
            search={{ tab: 'sessions' }}
            variant="default"
          >
            {t('elsewhere')}
          </ButtonLink>
        )}
      </Stack>
    </Dialog>
  )
}
