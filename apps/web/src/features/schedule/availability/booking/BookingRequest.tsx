import type { SessionTypeId } from '@attune/contract/common/ids'
import type { Slot } from '@attune/contract/features/schedule/availability/availability'
import type { ConnectedTherapist } from '@attune/contract/features/people/connection/connection'
import type { Session } from '@attune/contract/features/schedule/session/session'
import type { OfferedSessionType } from '@attune/contract/features/schedule/session-type/session-type'
import type { Terms } from '@attune/contract/features/schedule/terms/terms'
import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { api } from '../../../../platform/api/api.ts'
import { errorCode } from '../../../../platform/api/errors.ts'
import { useOnline } from '../../../../platform/offline/use-online.ts'
import { useLocale } from '../../../../platform/settings/use-locale.ts'
import { useDraft } from '../../../../platform/draft/use-draft.ts'
import { DraftCallout } from '../../../../ui/page/status/DraftCallout.tsx'
import { MetaList } from '../../../../ui/page/row/MetaList.tsx'
import { clocksDiffer, momentText, timeText, momentInSentence } from '../../../../ui/page/date-text.ts'
import { Callout } from '../../../../ui/base/Callout.tsx'
import { MessageField } from '../../../../ui/input/MessageField.tsx'
import { Section } from '../../../../ui/page/Section.tsx'
import { toast } from '../../../../ui/toast/toast.ts'
import { FormatLabel, useCommandIds, useSessionRefusalText, useInvalidateSessions } from '../../session/session.ts'
import classes from './booking.module.css'
import { CancellationTerms } from './CancellationTerms.tsx'

type Props = {
  therapist: ConnectedTherapist
  terms: Terms | undefined
  slot: Slot | null
  /** The chosen session type; null if the therapist offers none. */
  type: OfferedSessionType | null
  format: Session['format']
  minutes: number | undefined
  /** Called when the chosen time is no longer free. */
  onGone: () => void
}

const notFree = ['SLOT_TAKEN', 'NOT_OFFERED', 'IN_THE_PAST']

/** The form of the booking request: chosen time, message to the therapist, cancellation terms and submit button. */
export function BookingRequest({ therapist, terms, slot, type, format, minutes, onGone }: Props) {
  const { t } = useTranslation(['booking', 'session', 'common'])
  const refusalText = useSessionRefusalText('client', 'request')
  const online = useOnline()
  const { name, therapistId } = therapist
  const draft = useDraft(`session-booking-${therapistId}`, () => ({ message: '' }))
  const { message } = draft.value
  const isInstant = type?.isInstant ?? false
  const act = isInstant ? 'instant' : 'request'
  const request = useRequestSlot(name, isInstant, () => draft.forget({ message: '' }), onGone)
  const send = () => {
    if (slot && minutes && !request.isPending)
      request.mutate({
        therapistId,
        startsAt: slot.startsAt,
        durationMinutes: minutes,
        format,
        message,
        typeId: type?.id ?? null,
      })
  }
  return (
    <Section title={t(`${act}.title`)}>
      <div className={classes.choose}>
        <DraftCallout draft={draft} />
        <ChosenTime {...{ therapist, slot, format, minutes }} />
        <MessageField
          label={t('request.message', { name })}
          description={t('request.messageHint')}
          value={message}
          onChange={(next) => draft.change({ message: next })}
        />
        {request.isPending && !online && <Callout kind="offline">{t('common:offline.waiting')}</Callout>}
        {request.isError && !notFree.includes(errorCode(request.error)) && (
          <Callout kind="danger" urgent>
            {refusalText(request.error)}
          </Callout>
        )}
        <SendBar {...{ name, slot, format, minutes, act }} isBusy={request.isPending} onSend={send} />
        <div className={classes.then}>
          <p>{t(`${act}.then`, { name })}</p>
          {terms && <CancellationTerms terms={terms} startsAt={slot?.startsAt ?? null} name={name} />}
        </div>
      </div>
    </Section>
  )
}

type SendProps = Pick<Props, 'slot' | 'format' | 'minutes'> & {
  name: string
  /** Whether the texts describe a booking that is confirmed at once (`instant`) or a request. */
  act: 'instant' | 'request'
  isBusy: boolean
  onSend: () => void
}

/** Repeats the chosen time, and sends the booking or request. */
function SendBar({ name, slot, format, minutes, act, isBusy, onSend }: SendProps) {
  const { t } = useTranslation(['booking', 'session'])
  const locale = useLocale()
  return (
    <div className={classes.act}>
      <div className={classes.again} aria-hidden>
        <strong>{slot ? momentText(slot.startsAt, locale) : t('request.choose')}</strong>
        {slot && `${t('minutes', { count: minutes ?? 0 })}, ${t(`session:format.${format}`)}. `}
        {slot && t(`${act}.confirms`, { name })}
      </div>
      <Button disabled={!slot || !minutes} loading={isBusy} onClick={onSend}>
        {t(`${act}.submit`)}
      </Button>
    </div>
  )
}

type RequestInput = Omit<Parameters<typeof api.session.request>[0], 'id'> & { typeId: SessionTypeId | null }

/**
 * Returns a mutation that sends the request or, with `isInstant`, books the time, and opens the page of the session. Calls `onGone` if the time is
 * no longer free.
 */
function useRequestSlot(name: string, isInstant: boolean, onSent: () => void, onGone: () => void) {
  const { t } = useTranslation('booking')
  const navigate = useNavigate()
  const changed = useInvalidateSessions()
  const idFor = useCommandIds()
  return useMutation({
    mutationFn: ({ typeId, ...input }: RequestInput) => {
      const id = idFor({ ...input, typeId, isInstant })
      return isInstant && typeId
        ? api.session.book({ id, typeId, ...input })
        : api.session.request({ id, typeId, ...input })
    },
    onSuccess: async (session) => {
      onSent()
      toast({ variant: 'success', title: t(isInstant ? 'instant.done' : 'done', { name }) })
      await navigate({
        to: '/dashboard/$userType/sessions/session-details',
        params: { userType: 'client' },
        search: { id: session.id },
      })
    },
    onError: (error) => notFree.includes(errorCode(error)) && onGone(),
    onSettled: changed,
  })
}

/**
 * Shows the chosen time with duration and format. If client and therapist are in different zones, also shows the
 * therapist's time.
 */
function ChosenTime({ therapist, slot, format, minutes }: Pick<Props, 'therapist' | 'slot' | 'format' | 'minutes'>) {
  const { t } = useTranslation('booking')
  const locale = useLocale()
  const { name, zone } = therapist
  if (!slot)
    return (
      <div>
        <p className={classes.wish}>{t('request.choose')}</p>
      </div>
    )
  const { startsAt, endsAt, location } = slot
  return (
    <div>
      <p className={classes.wish}>{`${momentText(startsAt, locale)} – ${timeText(endsAt, locale)}`}</p>
      {minutes && (
        <MetaList>
          {t('minutes', { count: minutes })}
          <FormatLabel session={{ format, location }} place />
        </MetaList>
      )}
      {clocksDiffer(startsAt, locale.zone, zone) && (
        <p className={classes.quiet}>
          {t('request.there', { when: momentInSentence(startsAt, { ...locale, zone }), name })}
        </p>
      )}
    </div>
  )
}
