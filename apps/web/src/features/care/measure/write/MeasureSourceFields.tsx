import { measureLimits, measureRights } from '@attune/contract/features/care/measure/measure.limits'
import type {
  MeasureContent,
  MeasureProblem,
  MeasureSource,
} from '@attune/contract/features/care/measure/measure.schemas'
import { NativeSelect, Stack, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Section } from '../../../../ui/page/Section.tsx'

const lengths = {
  publisher: measureLimits.title,
  copyright: measureLimits.source,
  licence: measureLimits.source,
  version: measureLimits.title,
  url: measureLimits.source,
} satisfies Partial<Record<keyof MeasureSource, number>>
const names = Object.keys(lengths) as (keyof typeof lengths)[]

type Props = {
  source: MeasureSource
  problems: MeasureProblem[]
  onChange: (part: Pick<MeasureContent, 'source'>) => void
}

/** Edits who publishes a measure, and by what right the practice uses it. */
export function MeasureSourceFields({ source, problems, onChange }: Props) {
  const { t } = useTranslation('measure')
  const isMissing = problems.some(({ problem }) => problem === 'no-right')
  return (
    <Section title={t('source.heading')} hint={t('source.hint')} anchor="part-source">
      <Stack gap="md">
        <RightSelect
          value={source.right}
          error={isMissing && t('problem.no-right')}
          onChange={(right) => onChange({ source: { ...source, right } })}
        />
        {names.map((name) => (
          <TextInput
            key={name}
            label={t(`source.${name}`)}
            maxLength={lengths[name]}
            value={source[name]}
            onChange={(event) => onChange({ source: { ...source, [name]: event.currentTarget.value } })}
          />
        ))}
      </Stack>
    </Section>
  )
}

type RightProps = {
  value: MeasureSource['right']
  error?: string | false
  onChange: (right: MeasureSource['right']) => void
}

/** Chooses by what right the practice uses a measure. */
export function RightSelect({ value, error, onChange }: RightProps) {
  const { t } = useTranslation('measure')
  return (
    <NativeSelect
      label={t('source.right')}
      error={error}
      value={value ?? ''}
      data={[
        { value: '', label: t('source.noRight') },
        ...measureRights.map((right) => ({ value: right, label: t(`right.${right}`) })),
      ]}
      onChange={({ currentTarget: { value: chosen } }) =>
        onChange(measureRights.find((right) => right === chosen) ?? null)
      }
    />
  )
}
