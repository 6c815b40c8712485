import type { Slot } from '@attune/contract/features/availability'
import type { ConnectedTherapist } from '@attune/contract/features/connection'
import type { Terms } from '@attune/contract/features/terms'
import { IconCalendarOff } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, orpc } from '../../../platform/api.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { Callout } from '../../../ui/Callout.tsx'
import { PageColumns } from '../../../ui/PageHeader.tsx'
import { Card } from '../../../ui/Section.tsx'
import classes from './booking.module.css'
import { ProposeTimeButton } from './ProposeTimeButton.tsx'
import { SlotPicker } from './SlotPicker.tsx'
import { useFreeTimes } from './use-free-times.ts'
import { BookingRequest } from './BookingRequest.tsx'

type Props = { therapist: ConnectedTherapist; terms: Terms | undefined }

export { MoveTimePicker } from './MoveTimePicker.tsx'

/** The free times of one therapist, and the form that requests one of them. */
export function BookingForm({ therapist, terms }: Props) {
  const { t } = useTranslation('booking')
  const { therapistId, name } = therapist
  const [slot, setSlot] = useState<Slot | null>(null)
  const [gone, setGone] = useState(false)
  const times = useFreeTimes((wanted) => {
    const input = { therapistId, ...wanted }
    return {
      queryKey: orpc.availability.slots.queryKey({ input }),
      queryFn: ({ signal }) => api.availability.slots(input, { signal }),
    }
  }, therapistId)
  const { data } = times
  const proposes = data?.proposeTimes ?? terms?.proposeTimes ?? false
  // Clears the chosen slot when another client has taken it.
  const free = data?.slots.some(({ startsAt }) => startsAt === slot?.startsAt) ?? false
  if (slot && data && !times.busy && !free) {
    setSlot(null)
    setGone(true)
  }
  const choose = (next: Slot | null) => {
    setSlot(next)
    setGone(false)
  }
  if (data && data.formats.length === 0)
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
  return (
    <div className={classes.page}>
      <PageColumns
        main={
          <>
            {gone && (
              <Callout kind="warning" title={t('gone.title')} urgent>
                {t('gone.text')}
              </Callout>
            )}
            <Card>
              <SlotPicker
                times={times}
                chosen={slot}
                onChoose={choose}
                last={proposes && <ProposeTimeButton therapist={therapist} />}
              />
            </Card>
          </>
        }
        side={
          <BookingRequest
            therapist={therapist}
            terms={terms}
            slot={slot}
            format={times.format}
            minutes={data?.durationMinutes}
            onGone={() => {
              setSlot(null)
              setGone(true)
              void times.again()
            }}
          />
        }
        waits={!data}
      />
    </div>
  )
}
