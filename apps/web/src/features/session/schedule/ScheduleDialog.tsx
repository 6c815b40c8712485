import { defaultDurationMinutes } from '@attune/contract/common/constants'
import { Switch, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { createId } from '../../../platform/api.ts'
import { useLocale } from '../../../platform/use-locale.ts'
import { useDraft } from '../../../platform/use-draft.ts'
import { DraftCallout } from '../../../ui/DraftCallout.tsx'
import { FormDialog } from '../../../ui/FormDialog.tsx'
import { Callout } from '../../../ui/Callout.tsx'
import { ClientsField } from '../fields/ClientsField.tsx'
import { slotConflictsOf } from '../conflicts.ts'
import { FormatField } from '../fields/FormatField.tsx'
import {
  scheduleFailureKey,
  noRecurrence,
  useOwnTerms,
  useScheduleSession,
  type ScheduleDraft,
} from './use-schedule-session.ts'
import { RecurrenceSection } from '../series/RecurrenceSection.tsx'
import { dateDecisionInput, noDateDecisions } from '../series/date-decisions.ts'
import {
  seriesRecurrenceProblems,
  seriesRecurrenceRule,
  type SeriesRecurrenceProblems,
} from '../series/recurrence-draft.ts'
import { useNewSeriesPreview } from '../series/use-series-preview.ts'
import { SlotTakenNotice } from '../dialogs/SlotTakenNotice.tsx'
import { OfflineNotice } from '../fields/OfflineNotice.tsx'
import type { PickedClient } from '../fields/use-client-search.ts'
import {
  nextFullHour,
  sessionTimeProblems,
  startInstantOf,
  type SessionTimeDraft,
  type SessionTimeProblems,
} from '../fields/session-time-draft.ts'
import { SessionTimeFields } from '../fields/SessionTimeFields.tsx'

type Problems = SessionTimeProblems & SeriesRecurrenceProblems & { client?: 'clientMissing'; dates?: 'noDate' }

/**
 * Schedules a session or a series. Its id is generated when the dialog opens, so a repeated request schedules it only
 * once.
 */
export function ScheduleDialog(props: {
  client?: PickedClient | null
  at?: SessionTimeDraft | null
  onClose: () => void
}) {
  const { client = null, at = null, onClose } = props
  const { t } = useTranslation(['session', 'series'])
  const { zone } = useLocale()
  const own = useOwnTerms()
  const draft = useDraft<ScheduleDraft>(`session-plan-${client?.id ?? (at ? `${at.day}-${at.time}` : '')}`, () => ({
    id: createId(),
    clients: client ? [client] : [],
    therapyType: 'individual',
    when: at?.minutes
      ? at
      : { ...(at ?? nextFullHour(zone)), minutes: own.data?.durationMinutes ?? defaultDurationMinutes },
    format: 'in-person',
    location: null,
    agreed: false,
    ...noRecurrence,
  }))
  const value: ScheduleDraft = { ...noRecurrence, ...draft.value }
  const { id, clients, when, format, therapyType, agreed, repeats, rhythm, decided } = value
  const location = value.location ?? (format === 'in-person' ? (own.data?.location ?? '') : '')
  const set = (next: Partial<ScheduleDraft>) => draft.change({ ...value, ...next })
  const [problems, setProblems] = useState<Problems>({})
  const schedule = useScheduleSession(() => {
    draft.forget()
    onClose()
  })
  const change = (next: Partial<ScheduleDraft>) => {
    set(next)
    setProblems({})
    if (schedule.error) schedule.reset()
  }
  const startsAt = startInstantOf(when, zone)
  const repeat = repeats ? seriesRecurrenceRule(rhythm, when.day) : null
  const preview = useNewSeriesPreview(
    startsAt && when.minutes && repeat ? { startsAt, durationMinutes: when.minutes, repeat } : null,
  )
  const submit = (anyway = false) => {
    const decision = dateDecisionInput(preview.dates ?? [], decided)
    const none = preview.dates !== undefined && decision.leaveOut.length === preview.total
    const found: Problems = {
      ...sessionTimeProblems(when, zone),
      ...(clients.length ? {} : { client: 'clientMissing' }),
      ...(repeats && { ...seriesRecurrenceProblems(rhythm, when.day), ...(none && { dates: 'noDate' }) }),
    }
    setProblems(found)
    if (Object.keys(found).length || !startsAt || !when.minutes) return
    const clientIds = clients.map((one) => one.id)
    const what = { id, clientIds, startsAt, durationMinutes: when.minutes, format, therapyType, location, agreed }
    if (repeat) schedule.many({ ...what, repeat, ...decision }, clients)
    else schedule.one({ ...what, anyway })
  }
  const conflicts = slotConflictsOf(schedule.error)
  return (
    <FormDialog
      wide
      onClose={onClose}
      title={t('plan.title')}
      submit={t(repeats ? 'series:plan' : 'plan.submit')}
      back={t('plan.back')}
      busy={schedule.busy}
      dirty={draft.dirty}
      onSubmit={() => submit()}
    >
      <DraftCallout draft={draft} />
      <ClientsField
        value={{ clients, therapyType }}
        onChange={change}
        error={problems.client && t(`plan.${problems.client}`)}
      />
      <SessionTimeFields
        value={when}
        onChange={(next) => change({ when: next, decided: noDateDecisions })}
        zone={zone}
        problems={problems}
        focus={client !== null}
      />
      <RecurrenceSection plan={value} onChange={change} problems={problems} preview={preview} zone={zone} />
      <FormatField value={format} onChange={(next) => set({ format: next, location: null })} />
      {format === 'video' ? (
        <Text size="sm" c="dimmed">
          {t(own.data?.videoLink ? 'plan.room' : 'plan.noRoom')}
        </Text>
      ) : (
        <TextInput
          label={t(`plan.location.${format}`)}
          value={location}
          maxLength={200}
          onChange={(event) => set({ location: event.currentTarget.value })}
        />
      )}
      <Switch
        label={t('plan.agreed')}
        description={t(repeats ? 'series:agreedHint' : 'plan.agreedHint')}
        checked={agreed}
        onChange={(event) => set({ agreed: event.currentTarget.checked })}
      />
      <OfflineNotice />
      {conflicts ? (
        <SlotTakenNotice conflicts={conflicts} busy={schedule.busy} onAnyway={() => submit(true)} />
      ) : (
        (Boolean(schedule.error) || problems.dates) && (
          <Callout kind="danger" urgent>
            {t(problems.dates ? 'series:problem.noDate' : scheduleFailureKey(schedule.error))}
          </Callout>
        )
      )}
    </FormDialog>
  )
}
