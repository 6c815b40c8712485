import type { Session } from '@attune/contract/features/session'
import { NativeSelect, Skeleton, Text, Textarea } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, createId, orpc } from '../../../platform/api.ts'
import { useLocale } from '../../../platform/use-locale.ts'
import { useDraft } from '../../../platform/use-draft.ts'
import { Dialog } from '../../../ui/Dialog.tsx'
import { DraftCallout } from '../../../ui/DraftCallout.tsx'
import { FormDialog } from '../../../ui/FormDialog.tsx'
import { cityOf, clocksDiffer, momentText } from '../../../ui/date-text.ts'
import { Callout } from '../../../ui/Callout.tsx'
import { toast } from '../../../ui/toast.ts'
import { LoadFailed } from '../../../ui/ListStates.tsx'
import { useInvalidateSessions } from '../mutations.ts'
import { FormatField } from '../fields/FormatField.tsx'
import { useSessionRefusalText } from '../refusals.ts'
import { OfflineNotice } from '../fields/OfflineNotice.tsx'
import {
  nextFullHour,
  sessionTimeProblems,
  startInstantOf,
  type SessionTimeDraft,
  type SessionTimeProblems,
} from '../fields/session-time-draft.ts'
import { SessionTimeFields } from '../fields/SessionTimeFields.tsx'

type RequestDraft = {
  id: string
  therapistId: string
  when: SessionTimeDraft
  format: Session['format']
  message: string
}

/** A client requests a session. The requested time stays bookable for others until the therapist confirms it. */
export function RequestSessionDialog({ therapistId = '', onClose }: { therapistId?: string; onClose: () => void }) {
  const { t } = useTranslation(['sessionNew', 'session'])
  const reader = useLocale()
  const changed = useInvalidateSessions()
  const refusal = useSessionRefusalText('client')
  const people = useQuery(orpc.connection.therapists.queryOptions({ input: {} }))
  const therapists = people.data?.items.filter(({ status }) => status === 'connected') ?? []
  const draft = useDraft<RequestDraft>('session-request', () => ({
    id: createId(),
    therapistId,
    when: { ...nextFullHour(reader.zone), time: '', minutes: null },
    format: 'in-person',
    message: '',
  }))
  const { id, when, format, message } = draft.value
  const therapist = therapists.find((one) => one.therapistId === draft.value.therapistId) ?? therapists[0]
  const terms = useQuery(
    orpc.terms.of.queryOptions({ input: { therapistId: therapist?.therapistId ?? '' }, enabled: Boolean(therapist) }),
  )
  const [problems, setProblems] = useState<SessionTimeProblems>({})
  const request = useMutation({
    mutationFn: (input: Parameters<typeof api.session.request>[0]) => api.session.request(input),
    onSuccess: (session) => {
      draft.forget()
      toast({ variant: 'success', title: t('wish.done', { name: session.therapist.name }) })
      onClose()
    },
    onSettled: changed,
  })
  const title = t('wish.title')
  const change = (next: Partial<RequestDraft>) => {
    draft.change({ ...draft.value, ...next })
    setProblems({})
    if (request.isError) request.reset()
  }
  if (!therapist || !terms.data) {
    return (
      <Dialog title={title} size={560} onClose={onClose}>
        {people.isError || terms.isError ? (
          <LoadFailed
            words={t('wish.termsFailed')}
            again={t('session:again')}
            onAgain={() => void (people.isError ? people : terms).refetch()}
          />
        ) : people.isSuccess && !therapist ? (
          <Callout kind="info">{t('wish.nobody')}</Callout>
        ) : (
          <Skeleton height={320} />
        )}
      </Dialog>
    )
  }
  const minutes = when.minutes ?? terms.data.durationMinutes
  const requested = { ...when, minutes }
  const startsAt = startInstantOf(requested, reader.zone)
  const { name, zone } = therapist
  const submit = () => {
    const found = sessionTimeProblems(requested, reader.zone)
    setProblems(found)
    if (Object.keys(found).length || !startsAt) return
    request.mutate({ id, therapistId: therapist.therapistId, startsAt, durationMinutes: minutes, format, message })
  }
  return (
    <FormDialog
      wide
      onClose={onClose}
      title={title}
      submit={t('wish.submit')}
      back={t('session:plan.back')}
      busy={request.isPending}
      dirty={draft.dirty}
      onSubmit={submit}
    >
      <DraftCallout draft={draft} />
      {therapists.length > 1 && (
        <NativeSelect
          label={t('wish.therapist')}
          value={therapist.therapistId}
          onChange={(event) => change({ therapistId: event.currentTarget.value })}
          data={therapists.map((one) => ({ value: one.therapistId, label: one.name }))}
        />
      )}
      {terms.data.proposeTimes ? (
        <>
          <SessionTimeFields
            value={requested}
            onChange={(next) => change({ when: next })}
            zone={reader.zone}
            problems={problems}
            focus
          />
          {startsAt && clocksDiffer(startsAt, reader.zone, zone) && (
            <Text size="sm" c="dimmed">
              {t('wish.there', { when: momentText(startsAt, { ...reader, zone }), city: cityOf(zone), name })}
            </Text>
          )}
          <FormatField value={format} onChange={(next) => change({ format: next })} />
          <Textarea
            label={t('wish.message')}
            description={t('wish.messageHint', { name })}
            autosize
            minRows={2}
            maxRows={6}
            maxLength={500}
            value={message}
            onChange={(event) => change({ message: event.currentTarget.value })}
          />
          <Text size="sm" c="dimmed">
            {t('wish.then', { name })}
          </Text>
          <OfflineNotice />
        </>
      ) : (
        <Callout kind="info">{t('wish.notOffered', { name })}</Callout>
      )}
      {request.isError && (
        <Callout kind="danger" urgent>
          {refusal(request.error)}
        </Callout>
      )}
    </FormDialog>
  )
}
