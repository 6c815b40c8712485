import type { Session } from '@attune/contract/features/session'
import { NativeSelect, Skeleton, Text, Textarea } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, newId, query } from '../../platform/api.ts'
import { useReader } from '../../platform/reader.ts'
import { useDraft } from '../../platform/use-draft.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { DraftNote } from '../../ui/DraftNote.tsx'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { cityOf, clocksDiffer, momentText } from '../../ui/moment.ts'
import { Note } from '../../ui/Note.tsx'
import { toast } from '../../ui/toast.ts'
import { LoadFailed } from '../../ui/Waiting.tsx'
import { useSessionsChanged } from './acts.ts'
import { FormatField } from './FormatField.tsx'
import { useRefusalWords } from './refusals.ts'
import { Unsent } from './Unsent.tsx'
import { nextHour, problemsOf, startOf, type When, type WhenProblems } from './when.ts'
import { WhenFields } from './WhenFields.tsx'

type RequestDraft = { id: string; therapistId: string; when: When; format: Session['format']; message: string }

/** A client requests a session. The requested time stays bookable for others until the therapist confirms it. */
export function RequestDialog({ therapistId = '', onClose }: { therapistId?: string; onClose: () => void }) {
  const { t } = useTranslation(['sessionNew', 'session'])
  const reader = useReader()
  const changed = useSessionsChanged()
  const refusal = useRefusalWords('client')
  const people = useQuery(query.connection.therapists.queryOptions({ input: {} }))
  const therapists = people.data?.items.filter(({ status }) => status === 'connected') ?? []
  const draft = useDraft<RequestDraft>('session-request', () => ({
    id: newId(),
    therapistId,
    when: { ...nextHour(reader.zone), time: '', minutes: null },
    format: 'in-person',
    message: '',
  }))
  const { id, when, format, message } = draft.value
  const therapist = therapists.find((one) => one.therapistId === draft.value.therapistId) ?? therapists[0]
  const terms = useQuery(
    query.terms.of.queryOptions({ input: { therapistId: therapist?.therapistId ?? '' }, enabled: Boolean(therapist) }),
  )
  const [problems, setProblems] = useState<WhenProblems>({})
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
          <Note kind="info">{t('wish.nobody')}</Note>
        ) : (
          <Skeleton height={320} />
        )}
      </Dialog>
    )
  }
  const minutes = when.minutes ?? terms.data.durationMinutes
  const requested = { ...when, minutes }
  const startsAt = startOf(requested, reader.zone)
  const { name, zone } = therapist
  const submit = () => {
    const found = problemsOf(requested, reader.zone)
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
      <DraftNote draft={draft} />
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
          <WhenFields
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
          <Unsent />
        </>
      ) : (
        <Note kind="info">{t('wish.notOffered', { name })}</Note>
      )}
      {request.isError && (
        <Note kind="danger" urgent>
          {refusal(request.error)}
        </Note>
      )}
    </FormDialog>
  )
}
