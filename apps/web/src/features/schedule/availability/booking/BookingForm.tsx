import type { SessionTypeId, TherapistId } from '@attune/contract/common/ids'
import type { Slot } from '@attune/contract/features/schedule/availability/availability'
import type { ConnectedTherapist } from '@attune/contract/features/people/connection/connection'
import type { Terms } from '@attune/contract/features/schedule/terms/terms'
import { IconCalendarOff } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, orpc } from '../../../../platform/api/api.ts'
import { EmptyState } from '../../../../ui/page/loading/EmptyState.tsx'
import { Callout } from '../../../../ui/base/Callout.tsx'
import { PageColumns } from '../../../../ui/page/PageHeader.tsx'
import { Card } from '../../../../ui/page/Section.tsx'
import { WaitingListLink } from '../../waiting-list/waiting-list.ts'
import classes from './booking.module.css'
import { OfferedTypeChoice, useOfferedType } from '../../session-type/session-type.ts'
import { ProposeTimeButton } from './ProposeTimeButton.tsx'
import { SlotPicker } from './SlotPicker.tsx'
import { useFreeTimes, type FreeTimes } from './use-free-times.ts'
import { BookingRequest } from './BookingRequest.tsx'

type Props = { therapist: ConnectedTherapist; terms: Terms | undefined }

export { MoveTimePicker } from './MoveTimePicker.tsx'

/** Shows the free times of one therapist, and the form that requests one of them. */
export function BookingForm({ therapist, terms }: Props) {
  const { therapistId } = therapist
  const offered = useOfferedType(therapistId)
  const { type } = offered
  const times = useTimesOf(therapistId, type?.id)
  const { data } = times
  const { slot, gone, choose, onGone } = useChosenSlot(times, type?.id)
  const proposes = data?.proposeTimes ?? terms?.proposeTimes ?? false
  if (data && data.formats.length === 0) return <NoHours therapist={therapist} proposes={proposes} />
  return (
    <div className={classes.page}>
      <PageColumns
        main={
          <>
            {gone && <TimeTaken />}
            <Card>
              <OfferedTypeChoice of={offered} className={classes.type} />
              <SlotPicker
                times={times}
                chosen={slot}
                onChoose={choose}
                last={proposes && <ProposeTimeButton therapist={therapist} />}
              />
            </Card>
            <WaitingListLink therapistId={therapistId} />
          </>
        }
        side={
          <BookingRequest
            therapist={therapist}
            terms={terms}
            slot={slot}
            type={type}
            format={times.format}
            minutes={data?.durationMinutes}
            onGone={onGone}
          />
        }
        waits={!data}
      />
    </div>
  )
}

/** Loads the free times of a therapist, for a type of session if there is one. */
function useTimesOf(therapistId: TherapistId, typeId: SessionTypeId | undefined) {
  return useFreeTimes((wanted) => {
    const input = { therapistId, ...wanted, ...(typeId && { typeId }) }
    return {
      queryKey: orpc.availability.slots.queryKey({ input }),
      queryFn: ({ signal }) => api.availability.slots(input, { signal }),
    }
  }, therapistId)
}

function TimeTaken() {
  const { t } = useTranslation('booking')
  return (
    <Callout kind="warning" title={t('timeTaken.title')} urgent>
      {t('timeTaken.text')}
    </Callout>
  )
}

/**
 * Stores the chosen time. At first, and after a change of the type of session, that is the first free time. When the chosen time is no longer free,
 * clears it and sets `gone` to true.
 */
function useChosenSlot({ data, busy, days, day, again }: FreeTimes, typeId: SessionTypeId | undefined) {
  // Undefined until there is a first free time.
  const [slot, setSlot] = useState<Slot | null>()
  const [gone, setGone] = useState(false)
  const [lastTypeId, setLastTypeId] = useState(typeId)
  if (lastTypeId !== typeId) {
    setLastTypeId(typeId)
    setSlot(undefined)
    setGone(false)
  }
  const [first] = days.get(day ?? '') ?? []
  if (slot === undefined && data && !busy && first) setSlot(first)
  const lose = () => {
    setSlot(null)
    setGone(true)
  }
  const free = data?.slots.some(({ startsAt }) => startsAt === slot?.startsAt) ?? false
  if (lastTypeId === typeId && slot && data && !busy && !free) lose()
  const choose = (next: Slot | null) => {
    setSlot(next)
    setGone(false)
  }
  const onGone = () => {
    lose()
    void again()
  }
  return { slot: slot ?? null, gone, choose, onGone }
}

function NoHours({ therapist, proposes }: { therapist: ConnectedTherapist; proposes: boolean }) {
  const { t } = useTranslation('booking')
  const { name } = therapist
  return (
    <Card>
      <EmptyState
        icon={IconCalendarOff}
        title={t('noHours.title', { name })}
        text={t(proposes ? 'noHours.propose' : 'noHours.speak', { name })}
      >
        {proposes && <ProposeTimeButton therapist={therapist} plain />}
      </EmptyState>
    </Card>
  )
}
