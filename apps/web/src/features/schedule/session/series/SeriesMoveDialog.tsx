import { Switch, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useLocale } from '../../../../platform/settings/use-locale.ts'
import { DraftCallout } from '../../../../ui/page/status/DraftCallout.tsx'
import { FormDialog } from '../../../../ui/dialog/FormDialog.tsx'
import { momentText } from '../../../../ui/page/date-text.ts'
import { Callout } from '../../../../ui/base/Callout.tsx'
import { MessageField } from '../../../../ui/input/MessageField.tsx'
import { RecurrenceSection, recurrenceDraftOf, weeklyRecurrenceDraft } from '../../recurrence/recurrence.ts'
import { TimeChange } from '../summary/TimeChange.tsx'
import { counterpartName } from '../summary/status.tsx'
import { SessionTimeFields } from '../fields/SessionTimeFields.tsx'
import { noDateDecisions } from './date-decisions.ts'
import { SeriesDateList } from './SeriesDateList.tsx'
import { useSeriesRefusalText } from './use-series-change.ts'
import { useSeriesMoveForm, type SeriesMoveForm, type SeriesMoveProps } from './use-series-move-form.ts'

/**
 * Moves several sessions of a series at once, or changes the recurrence rule. Sessions that were changed individually
 * keep their time.
 */
export function SeriesMoveDialog(props: SeriesMoveProps) {
  const { session, scope, onClose } = props
  const { t } = useTranslation(['series', 'sessionDialog', 'session'])
  const locale = useLocale()
  const refusal = useSeriesRefusalText()
  const { zone } = session.therapist
  const form = useSeriesMoveForm(props)
  const { draft, act, set } = form
  const { when } = draft.value
  const name = counterpartName(session, 'therapist')
  return (
    <FormDialog
      wide
      onClose={onClose}
      title={t(`move.${scope}`)}
      submit={t('move.submit')}
      back={t('sessionDialog:moving.back')}
      busy={act.isPending}
      dirty={draft.dirty}
      problem={act.isError && refusal(act.error)}
      notice={
        form.hasSubmitted &&
        form.isUnchanged && (
          <Callout kind="info" urgent>
            {t('sessionDialog:same')}
          </Callout>
        )
      }
      onSubmit={form.submit}
    >
      <DraftCallout draft={draft} />
      <TimeChange
        before={momentText(session.startsAt, locale)}
        after={form.startsAt && !form.isSame ? momentText(form.startsAt, locale) : null}
      />
      <SessionTimeFields
        value={when}
        onChange={(next) => set({ when: next, decided: noDateDecisions })}
        zone={zone}
        problems={form.problems}
        focus
      />
      <RhythmAndDates form={form} zone={zone} />
      <MoveReason form={form} name={name} />
    </FormDialog>
  )
}

/** Renders the fields for a new recurrence rule, and the resulting dates. */
function RhythmAndDates({ form, zone }: { form: SeriesMoveForm; zone: string }) {
  const { t } = useTranslation('series')
  const { draft, saved, problems, preview, endless, set } = form
  const { when, rhythm, decided } = draft.value
  return (
    <>
      <RecurrenceSection
        label={t('move.recurrence')}
        on={rhythm !== null}
        disabled={!saved}
        onSwitch={(on) => set({ rhythm: on && saved ? recurrenceDraftOf(saved.repeat) : null })}
        value={rhythm ?? weeklyRecurrenceDraft}
        onChange={(next) => set({ rhythm: next, decided: noDateDecisions })}
        firstDay={when.day}
        problems={problems}
      />
      <SeriesDateList
        preview={preview}
        zone={zone}
        decided={decided}
        onDecide={(next) => set({ decided: next })}
        endless={endless}
      />
    </>
  )
}

/**
 * Renders the field for the reason and the switch 'clients have agreed'. A note says how many sessions stay unchanged,
 * and that each client gets one message.
 */
function MoveReason({ form: { draft, preview, set }, name }: { form: SeriesMoveForm; name: string }) {
  const { t } = useTranslation(['series', 'sessionDialog', 'session'])
  const { reason, agreed } = draft.value
  return (
    <>
      <MessageField
        rows={[1, 5]}
        label={t('sessionDialog:reason')}
        description={t('sessionDialog:reasonHint', { name })}
        value={reason}
        onChange={(next) => set({ reason: next })}
      />
      <Switch
        label={t('session:plan.agreed')}
        description={t('move.agreedHint')}
        checked={agreed}
        onChange={(event) => set({ agreed: event.currentTarget.checked })}
      />
      <Text size="sm" c="dimmed" aria-live="polite">
        {preview.unchanged > 0 && `${t('unchanged', { count: preview.unchanged })} `}
        {t('oneMessage', { name })}
      </Text>
    </>
  )
}
