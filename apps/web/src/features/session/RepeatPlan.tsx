import { Switch } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { RepeatFields } from './series/RepeatFields.tsx'
import type { RepeatProblems } from './series/repeat.ts'
import { SeriesDates } from './series/SeriesDates.tsx'
import { undecided } from './series/dates.ts'
import type { Preview } from './series/use-preview.ts'
import type { Plan } from './plan.ts'

type Props = {
  plan: Plan
  onChange: (part: Partial<Plan>) => void
  problems: RepeatProblems
  preview: Preview
  zone: string
}

/** Whether the session repeats, by which rule, and the dates that result. */
export function RepeatPlan({ plan, onChange, problems, preview, zone }: Props) {
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
          <RepeatFields
            value={rhythm}
            onChange={(next) => onChange({ rhythm: next, decided: undecided })}
            firstDay={when.day}
            problems={problems}
          />
          <SeriesDates
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
