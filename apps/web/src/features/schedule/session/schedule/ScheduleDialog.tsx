import { textLengths } from '@attune/contract/common/text/lengths'
import { Switch, Text, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useLocale } from '../../../../platform/settings/use-locale.ts'
import { DraftCallout } from '../../../../ui/page/status/DraftCallout.tsx'
import { FormDialog } from '../../../../ui/dialog/FormDialog.tsx'
import { Callout } from '../../../../ui/base/Callout.tsx'
import { NextFreeTimes, SessionTypeField, useSessionTypes } from '../../session-type/session-type.ts'
import { RecurrenceSection } from '../../recurrence/recurrence.ts'
import { slotConflictsOf } from '../conflicts.ts'
import { CallPlaceField } from '../fields/CallPlaceField.tsx'
import { FormatField } from '../fields/FormatField.tsx'
import { ParticipantsFields } from './ParticipantsFields.tsx'
import { scheduleFailureKey } from './use-schedule-session.ts'
import { SeriesDateList } from '../series/SeriesDateList.tsx'
import { noDateDecisions } from '../series/date-decisions.ts'
import { SlotTakenNotice } from '../dialogs/SlotTakenNotice.tsx'
import { SessionTimeFields } from '../fields/SessionTimeFields.tsx'
import { useScheduleForm, type ScheduleForm, type ScheduleFormProps } from './use-schedule-form.ts'

/** Schedules a session or a series. The draft contains the id, so a repeated request schedules nothing twice. */
export function ScheduleDialog(props: ScheduleFormProps) {
  const { client = null, onClose } = props
  const { t } = useTranslation(['session', 'series', 'sessionNew', 'recurrence', 'negotiation', 'group'])
  const { zone } = useLocale()
  const form = useScheduleForm(props)
  const { draft, value, set } = form
  const { agreed, repeats } = value
  const types = useSessionTypes().data?.items ?? []
  return (
    <FormDialog
      wide
      onClose={onClose}
      title={t('plan.title')}
      submit={t(repeats ? 'series:plan' : 'plan.submit')}
      back={t('plan.back')}
      busy={form.schedule.busy}
      dirty={draft.dirty}
      notice={<ScheduleRefusal form={form} />}
      onSubmit={() => form.submit()}
    >
      <DraftCallout draft={draft} />
      <ParticipantsFields
        value={value}
        ofGroup={form.ofGroup}
        onChange={form.change}
        onGroup={(group) => form.chooseGroup(group, types)}
        error={form.problems.client && t(`plan.${form.problems.client}`)}
      />
      <TypeAndTime form={form} zone={zone} focus={client !== null} />
      <RecurrenceAndDates form={form} zone={zone} />
      <FormatAndPlace form={form} />
      <Switch
        label={t('plan.agreed')}
        description={t(repeats ? 'series:agreedHint' : 'plan.agreedHint')}
        checked={agreed}
        onChange={(event) => set({ agreed: event.currentTarget.checked })}
      />
    </FormDialog>
  )
}

/** Renders the fields for the session type and the time, and the next free times. */
function TypeAndTime({ form, zone, focus }: { form: ScheduleForm; zone: string; focus: boolean }) {
  const { value, problems, change } = form
  const { when, typeId, format } = value
  return (
    <>
      <SessionTypeField value={typeId} onChange={form.chooseType} />
      <SessionTimeFields
        value={when}
        onChange={(next) => change({ when: next, decided: noDateDecisions })}
        zone={zone}
        problems={problems}
        focus={focus}
      />
      <NextFreeTimes
        {...{ format, typeId, zone }}
        minutes={when.minutes}
        chosen={form.startsAt}
        onChoose={form.chooseTime}
      />
    </>
  )
}

/** Renders the fields for recurrence, and the resulting dates. */
function RecurrenceAndDates({ form, zone }: { form: ScheduleForm; zone: string }) {
  const { t } = useTranslation('recurrence')
  const { value, problems, preview, change } = form
  const { repeats, rhythm, decided, when } = value
  return (
    <>
      <RecurrenceSection
        label={t('repeats')}
        on={repeats}
        onSwitch={(on) => change({ repeats: on })}
        value={rhythm}
        onChange={(next) => change({ rhythm: next, decided: noDateDecisions })}
        firstDay={when.day}
        problems={problems}
      />
      {repeats && (
        <SeriesDateList
          preview={preview}
          zone={zone}
          decided={decided}
          onDecide={(next) => change({ decided: next })}
          endless={rhythm.ends === 'never'}
        />
      )}
    </>
  )
}

/**
 * Renders the fields for format and location. For video sessions, the place of the call replaces the location field,
 * with a note about the therapist's video link.
 */
function FormatAndPlace({ form: { value, location, callInAttune, videoLink, ofGroup, set } }: { form: ScheduleForm }) {
  const { t } = useTranslation('session')
  const { format } = value
  return (
    <>
      <FormatField value={format} onChange={(next) => set({ format: next, location: null })} />
      {format === 'video' ? (
        <>
          <CallPlaceField
            value={callInAttune}
            clients={ofGroup.clients}
            onChange={(place) => set({ callInAttune: place })}
          />
          {!callInAttune && (
            <Text size="sm" c="dimmed">
              {t(videoLink ? 'plan.room' : 'plan.noRoom')}
            </Text>
          )}
        </>
      ) : (
        <TextInput
          label={t(`plan.location.${format}`)}
          value={location}
          maxLength={textLengths.location}
          onChange={(event) => set({ location: event.currentTarget.value })}
        />
      )}
    </>
  )
}

/** Shows why nothing was scheduled. Beside conflicts, a button schedules the session despite them. */
function ScheduleRefusal({ form: { problems, schedule, submit } }: { form: ScheduleForm }) {
  const { t } = useTranslation(['session', 'series'])
  const conflicts = slotConflictsOf(schedule.error)
  if (conflicts) return <SlotTakenNotice conflicts={conflicts} busy={schedule.busy} onAnyway={() => submit(true)} />
  return (
    (Boolean(schedule.error) || problems.dates) && (
      <Callout kind="danger" urgent>
        {t(problems.dates ? 'series:problem.noDate' : scheduleFailureKey(schedule.error))}
      </Callout>
    )
  )
}
