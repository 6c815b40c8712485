import type { EventScope } from '@attune/contract/features/calendar'
import { eventScopes } from '@attune/contract/features/calendar.rules'
import type { Conflict } from '@attune/contract/features/session'
import { Button, Group, Radio, Stack, Switch, Text } from '@mantine/core'
import { useFocusTrap } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useContext, useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { createId, orpc } from '../../platform/api.ts'
import { useLocale } from '../../platform/use-locale.ts'
import { momentText, timeText } from '../../ui/date-text.ts'
import { Callout } from '../../ui/Callout.tsx'
import { useNow } from '../../ui/use-now.ts'
import { counterpartName, TimeChange } from '../session/session.ts'
import classes from './ConfirmMoveCard.module.css'
import { initialsOfNames, type CalendarItem } from './calendar-items.ts'
import { CalendarTextContext } from './calendar-text-context.ts'
import { EventConflictList } from './EventConflictList.tsx'
import type { MoveDraft } from './use-calendar-keys.ts'
import type { CalendarMove } from './use-move-item.ts'
import type { SeriesMove } from './use-pending-move.ts'
import { wholeMinutesBetween } from './wall-clock.ts'

type Props = {
  item: CalendarItem
  draft: MoveDraft
  /** Privacy mode: people are shown as initials, titles not at all. */
  initials: boolean
  /** The conflicts of a refused attempt, with the scope that was tried. */
  found: { scope: EventScope; conflicts: Conflict[] } | null
  onKeep: (move: CalendarMove) => void
  /** Opens the dialog that decides about each date of the series. */
  onDates: (together: SeriesMove) => void
  onBack: () => void
}

/** Conflicts of a session that are listed; the rest is counted. */
const named = 4

/** Confirms a move: conflicts, whether the client has agreed, and for a series which of its sessions move. */
export function ConfirmMoveCard({ item, draft, initials, found, onKeep, onDates, onBack }: Props) {
  const { t } = useTranslation('calendar')
  const reader = useLocale()
  const words = useContext(CalendarTextContext)
  const place = usePlace(item.id)
  const now = useNow()
  const trap = useFocusTrap(true)
  const [agreed, setAgreed] = useState(false)
  const [scope, setScope] = useState<EventScope>(found?.scope ?? 'one')
  const { startUtc, endUtc } = draft
  const isSession = item.kind === 'session'
  const one = useQuery({
    ...orpc.calendar.conflicts.queryOptions({ input: { startsAt: startUtc, endsAt: endUtc, but: item.id, scope } }),
    enabled: !isSession || scope === 'one',
    gcTime: 0,
  })
  const series = useQuery({
    ...orpc.series.previewChange.queryOptions({
      input: {
        sessionId: item.id,
        scope: scope === 'one' ? 'all' : scope,
        startsAt: startUtc,
        durationMinutes: wholeMinutesBetween(startUtc, endUtc),
      },
    }),
    enabled: isSession && scope !== 'one',
    gcTime: 0,
  })
  const taken = series.data?.dates.filter((date) => date.conflicts.length > 0) ?? []
  const all = isSession && scope !== 'one' ? taken.flatMap((date) => date.conflicts) : one.data?.items
  const conflicts = (all ?? (scope === found?.scope && found.conflicts)) || []
  const shown = isSession ? conflicts.slice(0, named) : conflicts
  const longer = Date.parse(item.startUtc) === Date.parse(startUtc)
  const past = isSession && Date.parse(startUtc) < now.getTime()
  const name = isSession && !initials ? counterpartName(item.session, 'therapist') : item.name
  const span = (from: string, to: string) => `${momentText(from, reader)} – ${timeText(to, reader)}`
  const keep = () => {
    const anywayOn = scope === 'one' ? [] : taken.map(({ day }) => day)
    const anyway = conflicts.map(({ startsAt }) => startsAt)
    onKeep({ item, startUtc, endUtc, scope, name, agreed, anyway, anywayOn, command: createId() })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    event.stopPropagation()
    onBack()
  }
  const title = t(longer ? 'move.resize' : 'move.title', { name: item.name })
  const part = { role: 'dialog', 'aria-label': title, tabIndex: -1, onKeyDown }
  return (
    <div ref={place} className={classes.card}>
      <div ref={trap} {...part}>
        <Stack gap="sm">
          <Text fw={600}>{title}</Text>
          <TimeChange before={span(item.startUtc, item.endUtc)} after={span(startUtc, endUtc)} />
          {item.repeats && (
            <Radio.Group label={t('scope.title')} value={scope} onChange={(next) => setScope(next as EventScope)}>
              <Stack gap={6} mt={6}>
                {eventScopes.map((which) => (
                  <Radio key={which} value={which} label={t(`scope.${which}`)} />
                ))}
              </Stack>
            </Radio.Group>
          )}
          {conflicts.length > 0 && (
            <Callout kind="warning" title={t('move.taken')} urgent>
              <EventConflictList conflicts={initials ? shown.map(hidden) : shown} />
              {conflicts.length > shown.length && (
                <div>{t('move.more', { count: conflicts.length - shown.length })}</div>
              )}
            </Callout>
          )}
          {isSession && (
            <Switch
              label={t('move.agreed')}
              checked={agreed}
              onChange={(event) => setAgreed(event.currentTarget.checked)}
            />
          )}
          <Text size="sm" c="dimmed" aria-live="polite">
            {past
              ? t('move.past')
              : isSession
                ? t(agreed ? 'move.consequenceAgreed' : 'move.consequence', { name })
                : t('move.consequenceNobody')}
          </Text>
          {isSession && scope !== 'one' && conflicts.length > 0 && (
            <Button
              variant="subtle"
              onClick={() =>
                onDates({
                  session: item.session,
                  scope,
                  to: { startsAt: startUtc, durationMinutes: wholeMinutesBetween(startUtc, endUtc) },
                })
              }
            >
              {t('move.byDate')}
            </Button>
          )}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onBack}>
              {t('move.back')}
            </Button>
            <Button data-autofocus disabled={past || !words} onClick={keep}>
              {t(conflicts.length ? 'move.anyway' : longer ? 'move.keepLength' : 'move.keep')}
            </Button>
          </Group>
        </Stack>
      </div>
    </div>
  )
}

/** A conflict with its name reduced to what privacy mode shows. */
const hidden = (conflict: Conflict): Conflict => ({
  ...conflict,
  name: conflict.kind === 'session' ? initialsOfNames(conflict.name ?? '') : '',
})

const gap = 10

/** Positions the card beside the moved item. On a phone the style sheet puts it at the bottom. */
function usePlace(id: string) {
  const card = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const own = card.current
    if (!own) return
    const put = () => placeBeside(own, id)
    put()
    // The conflicts load later and make the card taller.
    const watch = new ResizeObserver(put)
    watch.observe(own)
    return () => watch.disconnect()
  }, [id])
  return card
}

function placeBeside(own: HTMLElement, id: string) {
  const item = document.querySelector(`[data-item="${CSS.escape(id)}"]`)?.getBoundingClientRect()
  if (!item || innerWidth < 768) return
  const { width, height } = own.getBoundingClientRect()
  const right = item.right + gap
  const left = right + width < innerWidth ? right : Math.max(gap, item.left - width - gap)
  const top = Math.max(60, Math.min(item.top, innerHeight - height - gap))
  Object.assign(own.style, { left: `${left}px`, top: `${top}px`, bottom: 'auto', right: 'auto' })
}
