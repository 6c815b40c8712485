import { Button, Skeleton } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, orpc } from '../../../../platform/api/api.ts'
import { Callout } from '../../../../ui/base/Callout.tsx'
import type { OtherTimesProps } from '../../session/session.ts'
import { SlotPicker } from './SlotPicker.tsx'
import { useFreeTimes } from './use-free-times.ts'

/**
 * Lets a client choose a new time for a session: a free time, or any time if the therapist accepts proposed times.
 * `fields` are the inputs in which the client enters any time.
 */
export function MoveTimePicker({ session, startsAt, onChoose, fields }: OtherTimesProps) {
  const { t } = useTranslation('booking')
  const { therapist } = session
  const [typing, setTyping] = useState(false)
  const times = useOtherTimes(session)
  const { data, failed, offered } = times
  if (!data && !failed) return <Skeleton height={220} radius={10} role="status" aria-label={t('common:loading')} />
  // If the free times cannot be loaded, the client can still enter a time, which the server checks.
  if (!data) return fields
  if (!data.proposeTimes && offered.length === 0)
    return <Callout kind="info">{t('noHours.speak', { name: therapist.name })}</Callout>
  if (data.proposeTimes && (typing || offered.length === 0))
    return (
      <>
        {fields}
        {offered.length > 0 && (
          <Button variant="default" onClick={() => setTyping(false)}>
            {t('move.free')}
          </Button>
        )}
      </>
    )
  const chosen = data.slots.find((slot) => Date.parse(slot.startsAt) === Date.parse(startsAt ?? '')) ?? null
  return (
    <SlotPicker
      plain
      times={times}
      chosen={chosen}
      onChoose={(slot) => slot && onChoose(slot.startsAt)}
      last={
        data.proposeTimes && (
          <Button variant="default" onClick={() => setTyping(true)}>
            {t('move.other')}
          </Button>
        )
      }
    />
  )
}

/**
 * Loads the free times to which a session can move. The server counts the session's current time as free, so the hook
 * removes that time.
 */
function useOtherTimes({ id, therapist, format, durationMinutes, startsAt }: OtherTimesProps['session']) {
  return useFreeTimes(
    (wanted) => {
      const input = { therapistId: therapist.id, sessionId: id, durationMinutes, ...wanted }
      return {
        queryKey: orpc.availability.slots.queryKey({ input }),
        queryFn: async ({ signal }) => {
          const free = await api.availability.slots(input, { signal })
          const others = free.slots.filter((slot) => Date.parse(slot.startsAt) !== Date.parse(startsAt))
          return { ...free, slots: others }
        },
      }
    },
    therapist.id,
    format,
  )
}
