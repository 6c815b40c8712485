import type { EventScope } from '@attune/contract/features/schedule/calendar/calendar'
import type { Conflict } from '@attune/contract/features/schedule/session/session'
import { Button, Group, Switch, Text } from '@mantine/core'
import { useContext, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { createId } from '../../../../platform/api/api.ts'
import { useLocale } from '../../../../platform/settings/use-locale.ts'
import { momentText, timeText } from '../../../../ui/page/date-text.ts'
import { useNow } from '../../../../ui/page/use-now.ts'
import { Callout } from '../../../../ui/base/Callout.tsx'
import { RecurrenceScopeChoice } from '../../recurrence/recurrence.ts'
import { counterpartName, TimeChange } from '../../session/session.ts'
import type { CalendarItem } from '../item/items.ts'
import { CalendarTextContext } from '../item/text-context.ts'
import { MoveCardFrame } from './MoveCardFrame.tsx'
import { MoveConflicts } from './MoveConflicts.tsx'
import type { MoveDraft } from '../grid/use-calendar-keys.ts'
import { useMoveConflicts } from './use-move-conflicts.ts'
import { changesDurationOnly, type CalendarMove } from './use-move-item.ts'
import type { SeriesMove } from './use-pending-move.ts'
import { wholeMinutesBetween } from '../wall-clock.ts'

type Props = {
  item: CalendarItem
  draft: MoveDraft
  /** Whether privacy mode is on, which shows people as initials and hides titles. */
  initials: boolean
  /** The conflicts for which the server refused the previous attempt, and the scope of that attempt. */
  found: { scope: EventScope; conflicts: Conflict[] } | null
  onKeep: (move: CalendarMove) => void
  /** Whether a session would be outside the availability of the therapist. */
  isOutside?: boolean
  /** Opens the dialog in which the therapist decides about each date of the series. */
  onDates: (together: SeriesMove) => void
  onBack: () => void
}

const submitTexts = {
  move: { free: 'move.keep', anyway: 'move.moveAnyway' },
  resize: { free: 'move.keepLength', anyway: 'move.keepLengthAnyway' },
} as const

/**
 * Asks the therapist to confirm a move. Shows the conflicts and asks whether the client has agreed. For a series, also
 * asks which of its sessions or busy times move.
 */
export function ConfirmMoveCard({ item, draft, initials, found, isOutside = false, onKeep, onDates, onBack }: Props) {
  const { t } = useTranslation('calendar')
  const calendarText = useContext(CalendarTextContext)
  const now = useNow()
  const [agreed, setAgreed] = useState(false)
  const [scope, setScope] = useState<EventScope>(found?.scope ?? 'one')
  const { conflicts, anywayOn } = useMoveConflicts(item, draft, scope, found)
  const { startUtc, endUtc } = draft
  const session = item.kind === 'session' ? item.session : null
  const resizes = changesDurationOnly(item, startUtc)
  const past = session !== null && Date.parse(startUtc) < now.getTime()
  const name = session && !initials ? counterpartName(session, 'therapist') : item.name
  const anyway = conflicts.map(({ startsAt }) => startsAt)
  const keep = () => onKeep({ item, startUtc, endUtc, scope, name, agreed, anyway, anywayOn, command: createId() })
  const title = t(resizes ? 'move.resize' : 'move.title', { name: item.name })
  const consequence = session && t(agreed ? 'move.consequenceAgreed' : 'move.consequence', { name })
  return (
    <MoveCardFrame id={item.id} title={title} onBack={onBack}>
      <Text fw={600}>{title}</Text>
      <MovedTime item={item} draft={draft} />
      {item.repeats && <RecurrenceScopeChoice value={scope} onChange={setScope} />}
      {session && isOutside && <OutsideNote />}
      <MoveConflicts conflicts={conflicts} few={session !== null} initials={initials} />
      {session && (
        <Switch
          label={t('move.agreed')}
          checked={agreed}
          onChange={(event) => setAgreed(event.currentTarget.checked)}
        />
      )}
      <Text size="sm" c="dimmed" aria-live="polite">
        {past ? t('move.past') : (consequence ?? t('move.consequencePrivate'))}
      </Text>
      {session && scope !== 'one' && conflicts.length > 0 && (
        <Button variant="subtle" onClick={() => onDates({ session, scope, to: sessionTimeOf(draft) })}>
          {t('move.byDate')}
        </Button>
      )}
      <MoveButtons
        resizes={resizes}
        isTaken={conflicts.length > 0}
        disabled={past || !calendarText}
        onKeep={keep}
        onBack={onBack}
      />
    </MoveCardFrame>
  )
}

type MoveButtonsProps = {
  resizes: boolean
  /** Whether the new time is taken. The button that moves the item is then not highlighted. */
  isTaken: boolean
  disabled: boolean
  onKeep: () => void
  onBack: () => void
}

function MoveButtons({ resizes, isTaken, disabled, onKeep, onBack }: MoveButtonsProps) {
  const { t } = useTranslation('calendar')
  return (
    <Group justify="flex-end" gap="xs">
      <Button variant="default" onClick={onBack}>
        {t('move.back')}
      </Button>
      <Button data-autofocus variant={isTaken ? 'default' : 'filled'} disabled={disabled} onClick={onKeep}>
        {t(submitTexts[resizes ? 'resize' : 'move'][isTaken ? 'anyway' : 'free'])}
      </Button>
    </Group>
  )
}

function OutsideNote() {
  const { t } = useTranslation('calendar')
  return (
    <Callout kind="time" title={t('move.outside')} urgent>
      {t('move.outsideText')}
    </Callout>
  )
}

const sessionTimeOf = ({ startUtc, endUtc }: MoveDraft) => ({
  startsAt: startUtc,
  durationMinutes: wholeMinutesBetween(startUtc, endUtc),
})

function MovedTime({ item, draft }: Pick<Props, 'item' | 'draft'>) {
  const locale = useLocale()
  const span = (from: string, to: string) => `${momentText(from, locale)} – ${timeText(to, locale)}`
  return <TimeChange before={span(item.startUtc, item.endUtc)} after={span(draft.startUtc, draft.endUtc)} />
}
