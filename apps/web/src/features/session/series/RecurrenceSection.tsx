import { Switch } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { SeriesRecurrenceFields } from './SeriesRecurrenceFields.tsx'
import type { SeriesRecurrenceProblems } from './recurrence-draft.ts'
import { SeriesDateList } from './SeriesDateList.tsx'
import { noDateDecisions } from './date-decisions.ts'
import type { SeriesPreview } from './use-series-preview.ts'
import type { ScheduleDraft } from '../schedule/use-schedule-session.ts'

type Props = {
  plan: ScheduleDraft
  onChange: (part: Partial<ScheduleDraft>) => void
  problems: SeriesRecurrenceProblems
  preview: SeriesPreview
  zone: string
}

/** Input fields for whether the session repeats and by which rule, and the resulting dates. */
export function RecurrenceSection({ plan, onChange, problems, preview, zone }: Props) {
  const { t } = useTranslation('series')
  const { repeats, rhythm, decided, when } = plan
  return (
    <>
      <Switch
        label={t('repeats')}
        checked={repeats}
        onChange={(event) => onChange({ repeats: event.currentTarget.checked })}
      />
      {repeats && (
        <>
          <SeriesRecurrenceFields
            value={rhythm}
            onChange={(next) => onChange({ rhythm: next, decided: noDateDecisions })}
            firstDay={when.day}
            problems={problems}
          />
          <SeriesDateList
            preview={preview}
            zone={zone}
            decided={decided}
            onDecide={(next) => onChange({ decided: next })}
            endless={rhythm.ends === 'never'}
          />
        </>
      )}
    </>
  )
}
