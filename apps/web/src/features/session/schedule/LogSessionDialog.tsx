import type { NewPastSession } from '@attune/contract/features/session'
import { SegmentedControl, Text, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, createId } from '../../../platform/api.ts'
import { errorCode } from '../../../platform/errors.ts'
import { useLocale } from '../../../platform/use-locale.ts'
import { useDraft } from '../../../platform/use-draft.ts'
import { DraftCallout } from '../../../ui/DraftCallout.tsx'
import { FormDialog } from '../../../ui/FormDialog.tsx'
import { Callout } from '../../../ui/Callout.tsx'
import { toast } from '../../../ui/toast.ts'
import { useInvalidateSessions } from '../mutations.ts'
import { ClientsField, type ClientsDraft } from '../fields/ClientsField.tsx'
import { FormatField } from '../fields/FormatField.tsx'
import { OfflineNotice } from '../fields/OfflineNotice.tsx'
import {
  lastFullHour,
  sessionTimeProblems,
  startInstantOf,
  type SessionTimeDraft,
  type SessionTimeProblems,
} from '../fields/session-time-draft.ts'
import { SessionTimeFields } from '../fields/SessionTimeFields.tsx'

const outcomes = ['completed', 'no-show'] as const
type LogDraft = ClientsDraft & {
  id: string
  when: SessionTimeDraft
  format: NewPastSession['format']
  location: string
  outcome: NewPastSession['outcome']
}
type Problems = SessionTimeProblems & { client?: 'clientMissing' }

function failureKey(error: unknown) {
  const code = errorCode(error)
  if (code === 'TOO_LONG_AGO' || code === 'NOT_YET') return `entry.${code}` as const
  return 'entry.failed'
}

/** Logs a past session that was not scheduled, up to 365 days back. Nobody is notified. */
export function LogSessionDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['sessionNew', 'session'])
  const { zone } = useLocale()
  const changed = useInvalidateSessions()
  const outcomeId = useId()
  const draft = useDraft<LogDraft>('session-entry', () => ({
    id: createId(),
    clients: [],
    therapyType: 'individual',
    when: lastFullHour(zone),
    format: 'in-person',
    location: '',
    outcome: 'completed',
  }))
  const { id, clients, therapyType, when, format, location, outcome } = draft.value
  const [problems, setProblems] = useState<Problems>({})
  const enter = useMutation({
    mutationFn: (input: NewPastSession) => api.session.enter(input),
    onSuccess: () => {
      draft.forget()
      toast({ variant: 'success', title: t('entry.done') })
      onClose()
    },
    onSettled: changed,
  })
  const change = (next: Partial<LogDraft>) => {
    draft.change({ ...draft.value, ...next })
    setProblems({})
    if (enter.isError) enter.reset()
  }
  const submit = () => {
    const { time, ...wrong } = sessionTimeProblems(when, zone)
    const found: Problems = {
      ...wrong,
      // A logged session is in the past, so 'past' is not a problem here.
      ...(time && time !== 'past' && { time }),
      ...(clients.length ? {} : { client: 'clientMissing' }),
    }
    setProblems(found)
    const startsAt = startInstantOf(when, zone)
    if (Object.keys(found).length || !startsAt || !when.minutes) return
    enter.mutate({
      id,
      clientIds: clients.map((one) => one.id),
      startsAt,
      durationMinutes: when.minutes,
      format,
      therapyType,
      location,
      outcome,
    })
  }
  return (
    <FormDialog
      wide
      onClose={onClose}
      title={t('entry.title')}
      submit={t('entry.submit')}
      back={t('session:plan.back')}
      busy={enter.isPending}
      dirty={draft.dirty}
      onSubmit={submit}
    >
      <Text size="sm" c="dimmed">
        {t('entry.hint')}
      </Text>
      <DraftCallout draft={draft} />
      <ClientsField
        value={{ clients, therapyType }}
        onChange={change}
        error={problems.client && t(`session:plan.${problems.client}`)}
      />
      <SessionTimeFields value={when} onChange={(next) => change({ when: next })} zone={zone} problems={problems} />
      <FormatField value={format} onChange={(next) => change({ format: next })} />
      <TextInput
        label={t('session:plan.location.in-person')}
        value={location}
        maxLength={200}
        onChange={(event) => change({ location: event.currentTarget.value })}
      />
      <div>
        <Text component="div" size="sm" fw={550} mb={4} id={outcomeId}>
          {t('entry.outcome')}
        </Text>
        <SegmentedControl
          fullWidth
          aria-labelledby={outcomeId}
          value={outcome}
          onChange={(next) => change({ outcome: next })}
          data={outcomes.map((value) => ({ value, label: t(`session:status.${value}`) }))}
        />
      </div>
      <OfflineNotice />
      {enter.isError && (
        <Callout kind="danger" urgent>
          {t(failureKey(enter.error))}
        </Callout>
      )}
    </FormDialog>
  )
}
