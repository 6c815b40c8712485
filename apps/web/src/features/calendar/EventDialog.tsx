import { textLengths } from '@attune/contract/common/lengths'
import type { CalendarEvent } from '@attune/contract/features/calendar'
import { Button, Group, Text, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { createId } from '../../platform/api.ts'
import { errorCode } from '../../platform/errors.ts'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { Callout } from '../../ui/base/Callout.tsx'
import { endsNextDay, type EventDraft, type EventProblems } from './event-draft.ts'
import { EventRepeatFields } from './EventRepeatFields.tsx'
import { EventScopeChoice } from './EventScopeChoice.tsx'
import { EventConflictList } from './EventConflictList.tsx'
import { useEventForm } from './use-event-form.ts'
import { useRemoveEvent } from './use-event-mutations.ts'
import { conflictsFromError } from './use-move-item.ts'

type Props = { event: CalendarEvent | null; startUtc: string; endUtc: string; onClose: () => void }

/** Adds or edits a busy time. Shows conflicts before the busy time is saved. */
export function EventDialog({ event, startUtc, endUtc, onClose }: Props) {
  const { t } = useTranslation('calendar')
  const form = useEventForm({ event, startUtc, endUtc, onSaved: onClose })
  const { draft, scope, problems, taken, save, change } = form
  const remove = useRemoveEvent(onClose)
  const busy = save.isPending || remove.isPending
  const isSeries = Boolean(event?.seriesId)
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
      <EventFields draft={draft} problems={problems} onChange={change} />
      {isSeries && <EventScopeChoice value={scope} onChange={form.setScope} />}
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
  problems: EventProblems
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
        maxLength={textLengths.title}
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
        maxLength={textLengths.location}
        value={draft.place}
        onChange={(changed) => change({ place: changed.currentTarget.value })}
      />
    </>
  )
}
