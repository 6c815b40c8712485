import { eventScopes, type Event, type EventScope } from '@attune/contract/features/calendar'
import { Button, Group, Radio, Stack, Text, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { newId, query } from '../../platform/api.ts'
import { codeOf } from '../../platform/faults.ts'
import { useReader } from '../../platform/reader.ts'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { Note } from '../../ui/Note.tsx'
import { draftOf, endsNextDay, freshEvent, problemsOf, repeatOf, spanOfDraft, type EventDraft } from './event-draft.ts'
import { RepeatFields } from './RepeatFields.tsx'
import { Taken } from './Taken.tsx'
import { useRemoveEvent, useSaveEvent } from './use-event.ts'
import { takenBy } from './use-move.ts'

type Props = { event: Event | null; startUtc: string; endUtc: string; onClose: () => void }

/** Adds or edits a busy time. Conflicts are shown before it is saved. */
export function EventDialog({ event, startUtc, endUtc, onClose }: Props) {
  const { t } = useTranslation('calendar')
  const { zone } = useReader()
  const [id] = useState(() => event?.id ?? newId())
  const [start] = useState(() => (event ? draftOf(event, zone) : freshEvent(startUtc, endUtc, zone)))
  const [draft, setDraft] = useState<EventDraft>(start)
  const [scope, setScope] = useState<EventScope>('one')
  const [tried, setTried] = useState(false)
  const problems = tried ? problemsOf(draft) : {}
  const span = spanOfDraft(draft, zone, event)
  const repeat = repeatOf(draft)
  // Moving a series to another day keeps its rule; the repeat is sent only when the rhythm itself changed.
  const same = JSON.stringify(repeatOf({ ...draft, day: start.day })) === JSON.stringify(repeatOf(start))
  const { title: _, ...wrong } = problemsOf(draft)
  const wish = span &&
    Object.keys(wrong).length === 0 && {
      ...span,
      ...(event ? { but: event.id, scope, ...(!same && scope !== 'one' && { repeat }) } : repeat && { repeat }),
    }
  // Serialized, so that equal queries are the same value for the debounce.
  const [asked] = useDebouncedValue(wish ? JSON.stringify(wish) : '', 250)
  const conflicts = useQuery({
    ...query.calendar.conflicts.queryOptions({ input: JSON.parse(asked || '{}') as NonNullable<typeof span> }),
    enabled: asked !== '',
    staleTime: 0,
  })
  const save = useSaveEvent(onClose)
  const remove = useRemoveEvent(onClose)
  const busy = save.isPending || remove.isPending
  const change = (next: Partial<EventDraft>) => {
    setDraft({ ...draft, ...next })
    if (save.isError) save.reset()
  }
  const taken = takenBy(save.error) ?? conflicts.data?.items ?? []
  const submit = () => {
    setTried(true)
    if (!span || Object.keys(problemsOf(draft)).length) return
    // Accepts only the conflicts that are shown, not those that appeared since.
    const anyway = taken.map(({ startsAt }) => startsAt)
    const what = { id, title: draft.title.trim(), location: draft.place.trim(), ...span, anyway }
    save.mutate(
      event
        ? {
            edit: {
              ...what,
              scope,
              revision: event.revision,
              command: newId(),
              ...(!same && scope !== 'one' && { repeat }),
            },
            seriesId: event.seriesId,
          }
        : { add: { ...what, ...(repeat && { repeat }) } },
    )
  }
  const text = (name: 'title' | 'day' | 'from' | 'to', value: string, words: string) => ({
    value,
    error: problems[name] && t(`event.${words as 'titleMissing'}`),
    onChange: (changed: { currentTarget: { value: string } }) => change({ [name]: changed.currentTarget.value }),
  })
  const isSeries = Boolean(event?.seriesId)
  return (
    <FormDialog
      wide
      onClose={onClose}
      title={t(event ? 'event.edit' : 'event.new')}
      submit={t(taken.length ? 'event.anyway' : 'event.save')}
      back={t('event.back')}
      busy={busy}
      dirty={JSON.stringify(draft) !== JSON.stringify(start)}
      onSubmit={submit}
    >
      <TextInput
        label={t('event.title')}
        description={t('event.titleHint')}
        required
        data-autofocus
        maxLength={200}
        {...text('title', draft.title, 'titleMissing')}
      />
      <TextInput type="date" label={t('event.date')} required {...text('day', draft.day, 'dateMissing')} />
      <Group grow align="flex-start" gap="sm">
        <TextInput type="time" label={t('event.from')} required {...text('from', draft.from, 'timeMissing')} />
        <TextInput type="time" label={t('event.to')} required {...text('to', draft.to, 'timeMissing')} />
      </Group>
      {endsNextDay(draft) && (
        <Text size="sm" c="dimmed">
          {t('event.toNextDay')}
        </Text>
      )}
      <TextInput
        label={t('event.place')}
        maxLength={200}
        value={draft.place}
        onChange={(changed) => change({ place: changed.currentTarget.value })}
      />
      {isSeries && (
        <Radio.Group label={t('scope.title')} value={scope} onChange={(next) => setScope(next as EventScope)}>
          <Stack gap={6} mt={6}>
            {eventScopes.map((which) => (
              <Radio key={which} value={which} label={t(`scope.${which}`)} />
            ))}
          </Stack>
        </Radio.Group>
      )}
      {(!event || (isSeries && scope !== 'one')) && (
        <RepeatFields value={draft} onChange={change} problems={problems} />
      )}
      {taken.length > 0 && (
        <Note kind="warning" title={t('move.taken')} urgent>
          <Taken conflicts={taken} />
        </Note>
      )}
      {save.isError && !takenBy(save.error) && (
        <Note kind="danger" urgent>
          {t(codeOf(save.error) === 'CHANGED' ? 'event.changed' : 'event.failed')}
        </Note>
      )}
      {event && (
        <Group>
          <Button variant="default" disabled={busy} onClick={() => remove.mutate({ event, scope, command: newId() })}>
            {t('event.delete')}
          </Button>
        </Group>
      )}
    </FormDialog>
  )
}
