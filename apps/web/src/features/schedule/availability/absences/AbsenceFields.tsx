import { textLengths } from '@attune/contract/common/text/lengths'
import { Switch, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import classes from '../timetable/timetable.module.css'
import { TimeInput } from '../../../../ui/input/TimeInput.tsx'
import { DateInput } from '../../../../ui/input/DateInput.tsx'
import type { AbsenceDraft, AbsenceProblems } from './absence-draft.ts'

type Props = { entry: AbsenceDraft; wrong: AbsenceProblems; onChange: (part: Partial<AbsenceDraft>) => void }

/** Edits the title of an absence, and its days or times. */
export function AbsenceFields({ entry, wrong, onChange }: Props) {
  const { t } = useTranslation('timetable')
  const { wholeDays } = entry
  const word = (name: keyof AbsenceProblems) => wrong[name] && t(`away.wrong.${wrong[name]}`)
  const day = (name: 'fromDay' | 'untilDay', label: string, error: string | undefined) => (
    <DateInput
      required
      label={label}
      value={entry[name]}
      error={error}
      onChange={(value) => onChange({ [name]: value })}
    />
  )
  const time = (name: 'fromTime' | 'untilTime', label: string) => (
    <TimeInput required label={label} value={entry[name]} onChange={(value) => onChange({ [name]: value })} />
  )
  return (
    <>
      <TextInput
        label={t('away.name')}
        description={t('away.nameHint')}
        maxLength={textLengths.title}
        data-autofocus
        value={entry.title}
        onChange={(event) => onChange({ title: event.currentTarget.value })}
      />
      <Switch
        label={t('away.wholeDays')}
        checked={wholeDays}
        onChange={(event) => onChange({ wholeDays: event.currentTarget.checked })}
      />
      <div className={classes.fields}>
        {day('fromDay', t(wholeDays ? 'away.firstDay' : 'away.from'), word('from'))}
        {!wholeDays && time('fromTime', t('away.fromTime'))}
        {day('untilDay', t(wholeDays ? 'away.lastDay' : 'away.until'), word('until'))}
        {!wholeDays && time('untilTime', t('away.untilTime'))}
      </div>
    </>
  )
}
