import type { Slot } from '@attune/contract/features/availability'
import type { ConnectedTherapist } from '@attune/contract/features/connection'
import type { Session } from '@attune/contract/features/session'
import type { Terms } from '@attune/contract/features/terms'
import { Button, Textarea } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { api } from '../../../platform/api.ts'
import { codeOf } from '../../../platform/faults.ts'
import { useOnline } from '../../../platform/online.ts'
import { useReader } from '../../../platform/reader.ts'
import { useDraft } from '../../../platform/use-draft.ts'
import { DraftNote } from '../../../ui/DraftNote.tsx'
import { Facts } from '../../../ui/Facts.tsx'
import { cityOf, clocksDiffer, momentText, timeText } from '../../../ui/moment.ts'
import { Note } from '../../../ui/Note.tsx'
import { Section } from '../../../ui/Section.tsx'
import { toast } from '../../../ui/toast.ts'
import { FormatFact, useCommands, useRefusalWords, useSessionsChanged } from '../../session/session.ts'
import classes from './booking.module.css'
import { CancelTerms } from './CancelTerms.tsx'

type Props = {
  therapist: ConnectedTherapist
  terms: Terms | undefined
  slot: Slot | null
  format: Session['format']
  minutes: number | undefined
  /** Called when the chosen time is no longer free. */
  onGone: () => void
}

const notFree = ['SLOT_TAKEN', 'NOT_OFFERED', 'IN_THE_PAST']

/** The booking request: chosen time, message to the therapist, consequences and the submit button. */
export function Wish({ therapist, terms, slot, format, minutes, onGone }: Props) {
  const { t } = useTranslation(['booking', 'session', 'common'])
  const reader = useReader()
  const navigate = useNavigate()
  const changed = useSessionsChanged()
  const words = useRefusalWords('client')
  const idFor = useCommands()
  const online = useOnline()
  const { name, zone, therapistId } = therapist
  const draft = useDraft(`session-booking-${therapistId}`, () => ({ message: '' }))
  const { message } = draft.value
  const request = useMutation({
    mutationFn: (input: Omit<Parameters<typeof api.session.request>[0], 'id'>) =>
      api.session.request({ id: idFor(input), ...input }),
    onSuccess: async (session) => {
      draft.forget({ message: '' })
      toast({ variant: 'success', title: t('done', { name }) })
      await navigate({
        to: '/dashboard/$userType/sessions/session-details',
        params: { userType: 'client' },
        search: { id: session.id },
      })
    },
    onError: (error) => notFree.includes(codeOf(error)) && onGone(),
    onSettled: changed,
  })
  const send = () => {
    if (slot && minutes && !request.isPending)
      request.mutate({ therapistId, startsAt: slot.startsAt, durationMinutes: minutes, format, message })
  }
  const when = slot && momentText(slot.startsAt, reader)
  const facts = minutes && (
    <Facts>
      {t('minutes', { count: minutes })}
      <FormatFact session={{ format, location: slot?.location ?? '' }} place />
    </Facts>
  )
  return (
    <Section title={t('wish.title')}>
      <div className={classes.choose}>
        <DraftNote draft={draft} />
        <div>
          <p className={classes.wish}>{slot ? `${when} – ${timeText(slot.endsAt, reader)}` : t('wish.choose')}</p>
          {slot && facts}
          {slot && clocksDiffer(slot.startsAt, reader.zone, zone) && (
            <p className={classes.quiet}>
              {t('wish.there', { when: momentText(slot.startsAt, { ...reader, zone }), city: cityOf(zone), name })}
            </p>
          )}
        </div>
        <Textarea
          label={t('wish.message', { name })}
          description={t('wish.messageHint')}
          autosize
          minRows={2}
          maxRows={6}
          maxLength={500}
          value={message}
          onChange={(event) => draft.change({ message: event.currentTarget.value })}
        />
        {request.isPending && !online && <Note kind="offline">{t('common:offline.waiting')}</Note>}
        {request.isError && !notFree.includes(codeOf(request.error)) && (
          <Note kind="danger" urgent>
            {words(request.error)}
          </Note>
        )}
        <div className={classes.act}>
          <div className={classes.again} aria-hidden>
            <strong>{when ?? t('wish.choose')}</strong>
            {slot && `${t('minutes', { count: minutes ?? 0 })}, ${t(`session:format.${format}`)}. `}
            {slot && t('wish.confirms', { name })}
          </div>
          <Button disabled={!slot || !minutes} loading={request.isPending} onClick={send}>
            {t('wish.submit')}
          </Button>
        </div>
        <div className={classes.then}>
          <p>{t('wish.then', { name })}</p>
          {terms && <CancelTerms terms={terms} startsAt={slot?.startsAt ?? null} name={name} />}
        </div>
      </div>
    </Section>
  )
}
