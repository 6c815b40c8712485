import { textLengths } from '@attune/contract/common/text/lengths'
import type { CalendarEvent, EventScope } from '@attune/contract/features/schedule/calendar/calendar'
import type { Conflict } from '@attune/contract/features/schedule/session/session'
import { Button, Group, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { createId } from '../../../../platform/api/api.ts'
import { errorCode } from '../../../../platform/api/errors.ts'
import { TimeInput } from '../../../../ui/input/TimeInput.tsx'
import { DateInput } from '../../../../ui/input/DateInput.tsx'
import { FormDialog } from '../../../../ui/dialog/FormDialog.tsx'
import { Callout } from '../../../../ui/base/Callout.tsx'
import { RecurrenceSection } from '../../recurrence/recurrence.ts'
import { endsNextDay, type EventDraft, type EventProblems } from './draft.ts'
import { EventScopeDialog } from './EventScopeDialog.tsx'
import { EventConflictList } from './EventConflictList.tsx'
import { useEventForm } from './use-event-form.ts'
import { useRemoveEvent } from './use-event-mutations.ts'
import { conflictsFromError } from '../move/use-move-item.ts'

type Props = { event: CalendarEvent | null; startUtc: string; endUtc: string; onClose: () => void }

/** Adds, edits or deletes a busy time. For a busy time of a series, first asks for the scope. */
export function EventDialog(props: Props) {
  const { event, onClose } = props
  const [scope, setScope] = useState<EventScope | null>(event?.seriesId ? null : 'one')
  if (event && !scope) return <EventScopeDialog event={event} onScope={setScope} onClose={onClose} />
  return <EventForm {...props} scope={scope ?? 'one'} />
}

/** The form of a busy time. Shows conflicts before the busy time is saved. */
function EventForm({ event, scope, startUtc, endUtc, onClose }: Props & { scope: EventScope }) {
  const { t } = useTranslation(['calendar', 'recurrence'])
  const form = useEventForm({ event, scope, startUtc, endUtc, onSaved: onClose })
  const { draft, problems, taken, save, change } = form
  const remove = useRemoveEvent(onClose)
  const busy = save.isPending || remove.isPending
  return (
    <FormDialog
      wide
      onClose={onClose}
      title={t(event ? 'event.edit' : 'event.new')}
      submit={t(taken.length ? 'event.anyway' : 'event.save')}
      back={t('event.back')}
      busy={busy}
      dirty={form.dirty}
      onSubmit={form.submit}
    >
      {event?.seriesId && <Text c="dimmed">{t(`recurrence:scope.${scope}`)}</Text>}
      <EventFields draft={draft} problems={problems} onChange={change} />
      {(!event || scope !== 'one') && (
        <RecurrenceSection
          label={t('recurrence:repeats')}
          on={draft.repeats}
          onSwitch={(repeats) => change({ repeats })}
          value={draft.rhythm}
          onChange={(rhythm) => change({ rhythm })}
          firstDay={draft.day}
          problems={problems}
        />
      )}
      <SaveProblems taken={taken} error={save.error} />
      {event && (
        <Group>
          <Button
            variant="default"
            c="var(--attune-danger)"
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

/** Shows the conflicts of the entered time, or why saving failed. */
function SaveProblems({ taken, error }: { taken: Conflict[]; error: unknown }) {
  const { t } = useTranslation('calendar')
  return (
    <>
      {taken.length > 0 && (
        <Callout kind="warning" title={t('move.taken')} urgent>
          <EventConflictList conflicts={taken} />
        </Callout>
      )}
      {Boolean(error) && !conflictsFromError(error) && (
        <Callout kind="danger" urgent>
          {t(errorCode(error) === 'CHANGED' ? 'event.changed' : 'event.failed')}
        </Callout>
      )}
    </>
  )
}

type FieldsProps = {
  draft: EventDraft
  problems: EventProblems
  onChange: (next: Partial<EventDraft>) => void
}

function EventFields({ draft, problems, onChange: change }: FieldsProps) {
  const { t } = useTranslation('calendar')
  const entry = (name: 'day' | 'from' | 'to', value: string, missing: 'dateMissing' | 'timeMissing') => ({
    value,
    error: problems[name] && t(`event.${missing}`),
    onChange: (changed: string) => change({ [name]: changed }),
  })
  return (
    <>
      <TextInput
        label={t('event.title')}
        description={t('event.titleHint')}
        placeholder={t('busy')}
        data-autofocus
        maxLength={textLengths.title}
        value={draft.title}
        onChange={(changed) => change({ title: changed.currentTarget.value })}
      />
      <DateInput label={t('event.date')} required {...entry('day', draft.day, 'dateMissing')} />
      <Group grow align="flex-start" gap="sm">
        <TimeInput label={t('event.from')} required {...entry('from', draft.from, 'timeMissing')} />
        <TimeInput label={t('event.to')} required {...entry('to', draft.to, 'timeMissing')} />
      </Group>
      {endsNextDay(draft) && (
        <Text size="sm" c="dimmed">
          {t('event.toNextDay')}
        </Text>
      )}
      <TextInput
        label={t('event.place')}
        maxLength={textLengths.location}
        value={draft.place}
        onChange={(changed) => change({ place: changed.currentTarget.value })}
      />
    </>
  )
}
