import { textLengths } from '@attune/contract/common/text/lengths'
import type { NewPastSession } from '@attune/contract/features/schedule/session/session'
import { SegmentedControl, Text, TextInput } from '@mantine/core'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { errorCode } from '../../../../platform/api/errors.ts'
import { useLocale } from '../../../../platform/settings/use-locale.ts'
import { DraftCallout } from '../../../../ui/page/status/DraftCallout.tsx'
import { FormDialog } from '../../../../ui/dialog/FormDialog.tsx'
import { FormatField } from '../fields/FormatField.tsx'
import { SessionTimeFields } from '../fields/SessionTimeFields.tsx'
import { ParticipantsFields } from './ParticipantsFields.tsx'
import { useLogForm } from './use-log-form.ts'

const outcomes = ['completed', 'no-show'] as const
function failureKey(error: unknown) {
  const code = errorCode(error)
  if (code === 'TOO_LONG_AGO' || code === 'NOT_YET') return `entry.${code}` as const
  return code === 'NOT_A_MEMBER' ? 'session:plan.notMember' : 'entry.failed'
}

/** Logs a past session that was not scheduled, up to 365 days back. The server notifies no one. */
export function LogSessionDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['sessionNew', 'session', 'group'])
  const { zone } = useLocale()
  const { draft, ofGroup, problems, enter, change, chooseGroup, submit } = useLogForm(zone, onClose)
  const { when, format, location, outcome } = draft.value
  return (
    <FormDialog
      wide
      onClose={onClose}
      title={t('entry.title')}
      submit={t('entry.submit')}
      back={t('session:plan.back')}
      busy={enter.isPending}
      dirty={draft.dirty}
      problem={enter.isError && t(failureKey(enter.error))}
      onSubmit={submit}
    >
      <Text size="sm" c="dimmed">
        {t('entry.hint')}
      </Text>
      <DraftCallout draft={draft} />
      <ParticipantsFields
        value={draft.value}
        ofGroup={ofGroup}
        onChange={change}
        onGroup={chooseGroup}
        error={problems.client && t(`session:plan.${problems.client}`)}
      />
      <SessionTimeFields value={when} onChange={(next) => change({ when: next })} zone={zone} problems={problems} />
      <FormatField value={format} onChange={(next) => change({ format: next })} />
      <TextInput
        label={t('session:plan.location.in-person')}
        value={location}
        maxLength={textLengths.location}
        onChange={(event) => change({ location: event.currentTarget.value })}
      />
      <OutcomeField value={outcome} onChange={(next) => change({ outcome: next })} />
    </FormDialog>
  )
}

type OutcomeProps = { value: NewPastSession['outcome']; onChange: (outcome: NewPastSession['outcome']) => void }

function OutcomeField({ value: outcome, onChange }: OutcomeProps) {
  const { t } = useTranslation(['sessionNew', 'session'])
  const outcomeId = useId()
  return (
    <div>
      <Text component="div" size="sm" fw={550} mb={4} id={outcomeId}>
        {t('entry.outcome')}
      </Text>
      <SegmentedControl
        fullWidth
        aria-labelledby={outcomeId}
        value={outcome}
        onChange={onChange}
        data={outcomes.map((value) => ({ value, label: t(`session:status.${value}`) }))}
      />
    </div>
  )
}
