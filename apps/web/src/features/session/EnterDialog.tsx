import type { NewEntry } from '@attune/contract/features/session'
import { SegmentedControl, Text, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, newId } from '../../platform/api.ts'
import { codeOf } from '../../platform/faults.ts'
import { useReader } from '../../platform/reader.ts'
import { useDraft } from '../../platform/use-draft.ts'
import { DraftNote } from '../../ui/DraftNote.tsx'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { Note } from '../../ui/Note.tsx'
import { toast } from '../../ui/toast.ts'
import { useSessionsChanged } from './acts.ts'
import { ClientsField, type Who } from './ClientsField.tsx'
import { FormatField } from './FormatField.tsx'
import { Unsent } from './Unsent.tsx'
import { lastHour, problemsOf, startOf, type When, type WhenProblems } from './when.ts'
import { WhenFields } from './WhenFields.tsx'

const outcomes = ['completed', 'no-show'] as const
type LogDraft = Who & {
  id: string
  when: When
  format: NewEntry['format']
  location: string
  outcome: NewEntry['outcome']
}
type Problems = WhenProblems & { client?: 'clientMissing' }

function failureKey(error: unknown) {
  const code = codeOf(error)
  if (code === 'TOO_LONG_AGO' || code === 'NOT_YET') return `entry.${code}` as const
  return 'entry.failed'
}

/** Logs a past session that was not scheduled, up to 365 days back. Nobody is notified. */
export function EnterDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['sessionNew', 'session'])
  const { zone } = useReader()
  const changed = useSessionsChanged()
  const outcomeId = useId()
  const draft = useDraft<LogDraft>('session-entry', () => ({
    id: newId(),
    clients: [],
    therapyType: 'individual',
    when: lastHour(zone),
    format: 'in-person',
    location: '',
    outcome: 'completed',
  }))
  const { id, clients, therapyType, when, format, location, outcome } = draft.value
  const [problems, setProblems] = useState<Problems>({})
  const enter = useMutation({
    mutationFn: (input: NewEntry) => api.session.enter(input),
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
    const { time, ...wrong } = problemsOf(when, zone)
    const found: Problems = {
      ...wrong,
      // A logged session is in the past, so 'past' is not a problem here.
      ...(time && time !== 'past' && { time }),
      ...(clients.length ? {} : { client: 'clientMissing' }),
    }
    setProblems(found)
    const startsAt = startOf(when, zone)
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
      <DraftNote draft={draft} />
      <ClientsField
        value={{ clients, therapyType }}
        onChange={change}
        error={problems.client && t(`session:plan.${problems.client}`)}
      />
      <WhenFields value={when} onChange={(next) => change({ when: next })} zone={zone} problems={problems} />
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
      <Unsent />
      {enter.isError && (
        <Note kind="danger" urgent>
          {t(failureKey(enter.error))}
        </Note>
      )}
    </FormDialog>
  )
}
