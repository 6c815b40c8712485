import { defaultDurationMinutes } from '@attune/contract/common/constants'
import { Switch, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { newId } from '../../platform/api.ts'
import { useReader } from '../../platform/reader.ts'
import { useDraft } from '../../platform/use-draft.ts'
import { DraftNote } from '../../ui/DraftNote.tsx'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { Note } from '../../ui/Note.tsx'
import { ClientsField } from './ClientsField.tsx'
import { conflictsOf } from './conflicts.ts'
import { FormatField } from './FormatField.tsx'
import { failureOf, unrepeated, useOwnTerms, usePlan, type Plan } from './plan.ts'
import { RepeatPlan } from './RepeatPlan.tsx'
import { decisions, undecided } from './series/dates.ts'
import { problemsOfRhythm, repeatOf, type RepeatProblems } from './series/repeat.ts'
import { usePlanPreview } from './series/use-preview.ts'
import { SlotTaken } from './SlotTaken.tsx'
import { Unsent } from './Unsent.tsx'
import type { Picked } from './use-client-search.ts'
import { nextHour, problemsOf, startOf, type When, type WhenProblems } from './when.ts'
import { WhenFields } from './WhenFields.tsx'

type Problems = WhenProblems & RepeatProblems & { client?: 'clientMissing'; dates?: 'noDate' }

/**
 * Schedules a session or a series. Its id is generated when the dialog opens, so a repeated request schedules it only
 * once.
 */
export function PlanDialog(props: { client?: Picked | null; at?: When | null; onClose: () => void }) {
  const { client = null, at = null, onClose } = props
  const { t } = useTranslation(['session', 'series'])
  const { zone } = useReader()
  const own = useOwnTerms()
  const draft = useDraft<Plan>(`session-plan-${client?.id ?? (at ? `${at.day}-${at.time}` : '')}`, () => ({
    id: newId(),
    clients: client ? [client] : [],
    therapyType: 'individual',
    when: at?.minutes
      ? at
      : { ...(at ?? nextHour(zone)), minutes: own.data?.durationMinutes ?? defaultDurationMinutes },
    format: 'in-person',
    location: null,
    agreed: false,
    ...unrepeated,
  }))
  const value: Plan = { ...unrepeated, ...draft.value }
  const { id, clients, when, format, therapyType, agreed, repeats, rhythm, decided } = value
  const location = value.location ?? (format === 'in-person' ? (own.data?.location ?? '') : '')
  const set = (next: Partial<Plan>) => draft.change({ ...value, ...next })
  const [problems, setProblems] = useState<Problems>({})
  const schedule = usePlan(() => {
    draft.forget()
    onClose()
  })
  const change = (next: Partial<Plan>) => {
    set(next)
    setProblems({})
    if (schedule.error) schedule.reset()
  }
  const startsAt = startOf(when, zone)
  const repeat = repeats ? repeatOf(rhythm, when.day) : null
  const preview = usePlanPreview(
    startsAt && when.minutes && repeat ? { startsAt, durationMinutes: when.minutes, repeat } : null,
  )
  const submit = (anyway = false) => {
    const decision = decisions(preview.dates ?? [], decided)
    const none = preview.dates !== undefined && decision.leaveOut.length === preview.total
    const found: Problems = {
      ...problemsOf(when, zone),
      ...(clients.length ? {} : { client: 'clientMissing' }),
      ...(repeats && { ...problemsOfRhythm(rhythm, when.day), ...(none && { dates: 'noDate' }) }),
    }
    setProblems(found)
    if (Object.keys(found).length || !startsAt || !when.minutes) return
    const clientIds = clients.map((one) => one.id)
    const what = { id, clientIds, startsAt, durationMinutes: when.minutes, format, therapyType, location, agreed }
    if (repeat) schedule.many({ ...what, repeat, ...decision }, clients)
    else schedule.one({ ...what, anyway })
  }
  const conflicts = conflictsOf(schedule.error)
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
      <DraftNote draft={draft} />
      <ClientsField
        value={{ clients, therapyType }}
        onChange={change}
        error={problems.client && t(`plan.${problems.client}`)}
      />
      <WhenFields
        value={when}
        onChange={(next) => change({ when: next, decided: undecided })}
        zone={zone}
        problems={problems}
        focus={client !== null}
      />
      <RepeatPlan plan={value} onChange={change} problems={problems} preview={preview} zone={zone} />
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
      <Unsent />
      {conflicts ? (
        <SlotTaken conflicts={conflicts} busy={schedule.busy} onAnyway={() => submit(true)} />
      ) : (
        (Boolean(schedule.error) || problems.dates) && (
          <Note kind="danger" urgent>
            {t(problems.dates ? 'series:problem.noDate' : failureOf(schedule.error))}
          </Note>
        )
      )}
    </FormDialog>
  )
}
