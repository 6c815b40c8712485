import { eventScopes } from '@attune/contract/features/calendar.rules'
import type { CalendarEvent, EventScope } from '@attune/contract/features/calendar'
import { Button, Group, Radio, Stack, Text, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { createId, orpc } from '../../platform/api.ts'
import { errorCode } from '../../platform/errors.ts'
import { useLocale } from '../../platform/use-locale.ts'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { Callout } from '../../ui/Callout.tsx'
import {
  eventDraftOf,
  endsNextDay,
  newEventDraft,
  eventProblems,
  eventRepeat,
  eventSpan,
  type EventDraft,
} from './event-draft.ts'
import { EventRepeatFields } from './EventRepeatFields.tsx'
import { EventConflictList } from './EventConflictList.tsx'
import { useRemoveEvent, useSaveEvent } from './use-event-mutations.ts'
import { conflictsFromError } from './use-move-item.ts'

type Props = { event: CalendarEvent | null; startUtc: string; endUtc: string; onClose: () => void }

/** Adds or edits a busy time. Conflicts are shown before it is saved. */
export function EventDialog({ event, startUtc, endUtc, onClose }: Props) {
  const { t } = useTranslation('calendar')
  const { zone } = useLocale()
  const [id] = useState(() => event?.id ?? createId())
  const [start] = useState(() => (event ? eventDraftOf(event, zone) : newEventDraft(startUtc, endUtc, zone)))
  const [draft, setDraft] = useState<EventDraft>(start)
  const [scope, setScope] = useState<EventScope>('one')
  const [tried, setTried] = useState(false)
  const problems = tried ? eventProblems(draft) : {}
  const span = eventSpan(draft, zone, event)
  const repeat = eventRepeat(draft)
  // Moving a series to another day keeps its rule; the repeat is sent only when the rhythm itself changed.
  const same = JSON.stringify(eventRepeat({ ...draft, day: start.day })) === JSON.stringify(eventRepeat(start))
  const { title: _, ...wrong } = eventProblems(draft)
  const wish = span &&
    Object.keys(wrong).length === 0 && {
      ...span,
      ...(event ? { but: event.id, scope, ...(!same && scope !== 'one' && { repeat }) } : repeat && { repeat }),
    }
  // Serialized, so that equal queries are the same value for the debounce.
  const [asked] = useDebouncedValue(wish ? JSON.stringify(wish) : '', 250)
  const conflicts = useQuery({
    ...orpc.calendar.conflicts.queryOptions({ input: JSON.parse(asked || '{}') as NonNullable<typeof span> }),
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
  const taken = conflictsFromError(save.error) ?? conflicts.data?.items ?? []
  const submit = () => {
    setTried(true)
    if (!span || Object.keys(eventProblems(draft)).length) return
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
              command: createId(),
              ...(!same && scope !== 'one' && { repeat }),
            },
            seriesId: event.seriesId,
          }
        : { add: { ...what, ...(repeat && { repeat }) } },
    )
  }
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
      <EventFields draft={draft} problems={problems} onChange={change} />
      {isSeries && <EventScopeChoice value={scope} onChange={setScope} />}
      {(!event || (isSeries && scope !== 'one')) && (
        <EventRepeatFields value={draft} onChange={change} problems={problems} />
      )}
      {taken.length > 0 && (
        <Callout kind="warning" title={t('move.taken')} urgent>
          <EventConflictList conflicts={taken} />
        </Callout>
      )}
      {save.isError && !conflictsFromError(save.error) && (
        <Callout kind="danger" urgent>
          {t(errorCode(save.error) === 'CHANGED' ? 'event.changed' : 'event.failed')}
        </Callout>
      )}
      {event && (
        <Group>
          <Button
            variant="default"
            disabled={busy}
            onClick={() => remove.mutate({ event, scope, command: createId() })}
          >
            {t('event.delete')}
          </Button>
        </Group>
      )}
    </FormDialog>
  )
}

type FieldsProps = {
  draft: EventDraft
  problems: ReturnType<typeof eventProblems>
  onChange: (next: Partial<EventDraft>) => void
}

function EventFields({ draft, problems, onChange: change }: FieldsProps) {
  const { t } = useTranslation('calendar')
  const text = (name: 'title' | 'day' | 'from' | 'to', value: string, words: string) => ({
    value,
    error: problems[name] && t(`event.${words as 'titleMissing'}`),
    onChange: (changed: { currentTarget: { value: string } }) => change({ [name]: changed.currentTarget.value }),
  })
  return (
    <>
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
    </>
  )
}

/** Which busy times of a series a change applies to. */
function EventScopeChoice({ value, onChange }: { value: EventScope; onChange: (scope: EventScope) => void }) {
  const { t } = useTranslation('calendar')
  return (
    <Radio.Group label={t('scope.title')} value={value} onChange={(next) => onChange(next as EventScope)}>
      <Stack gap={6} mt={6}>
        {eventScopes.map((which) => (
          <Radio key={which} value={which} label={t(`scope.${which}`)} />
        ))}
      </Stack>
    </Radio.Group>
  )
}
