import '../../../../ui/styles-overlay.ts'
import { Group, NumberInput, SegmentedControl, Stack, Text } from '@mantine/core'
import { durationPresets, longestSessionMinutes } from '@attune/contract/common/constants'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocale } from '../../../../platform/settings/use-locale.ts'
import { TimeInput } from '../../../../ui/input/TimeInput.tsx'
import { DateInput } from '../../../../ui/input/DateInput.tsx'
import { Callout } from '../../../../ui/base/Callout.tsx'
import { cityOf, localDay, dayText, timeText } from '../../../../ui/page/date-text.ts'
import {
  endInstantOf,
  withHourOccurrence,
  irregularHour,
  startInstantOf,
  type SessionTimeDraft,
  type SessionTimeProblems,
} from './session-time-draft.ts'

type Props = {
  value: SessionTimeDraft
  onChange: (value: SessionTimeDraft) => void
  zone: string
  problems: SessionTimeProblems
  focus?: boolean
}

/** Renders the fields for date, time and duration in `zone`, and a sentence that summarizes them. */
export function SessionTimeFields({ value, onChange, zone, problems, focus = false }: Props) {
  const { t } = useTranslation('session')
  const { language } = useLocale()
  const locale = { language, zone }
  const start = startInstantOf(value, zone)
  const problemText = (name: keyof SessionTimeProblems) => problems[name] && t(`plan.${problems[name]}`)
  return (
    <Stack gap="sm">
      <Group grow align="flex-start" gap="sm">
        <DateInput
          label={t('plan.date')}
          value={value.day}
          error={problemText('day')}
          required
          focus={focus}
          onChange={(day) => onChange({ ...value, day })}
        />
        <TimeInput
          label={t('plan.time')}
          value={value.time}
          error={problemText('time')}
          required
          onChange={(time) => onChange({ ...value, time })}
        />
      </Group>
      <DurationField
        value={value.minutes}
        error={problemText('minutes')}
        onChange={(minutes) => onChange({ ...value, minutes })}
      />
      {start && value.minutes ? (
        <Text size="sm" c="dimmed" aria-live="polite">
          {t('plan.summary', {
            when: dayText(localDay(start, locale), locale, 'long'),
            from: timeText(start, locale),
            to: timeText(endInstantOf(start, value.minutes), locale),
            city: cityOf(zone),
          })}
        </Text>
      ) : null}
      {start && <IrregularHour value={value} start={start} zone={zone} onChange={onChange} />}
    </Stack>
  )
}

type DurationProps = {
  value: number | null
  error: string | undefined
  onChange: (minutes: number | null) => void
}

/** Renders the field for the duration: a choice of common durations, or any number of minutes. */
function DurationField({ value, error, onChange }: DurationProps) {
  const { t } = useTranslation('session')
  const isPreset = durationPresets.some((preset) => preset === value)
  const [choseCustom, setChoseCustom] = useState(false)
  const custom = choseCustom || !isPreset
  const durationId = useId()
  return (
    <div>
      <Text component="div" size="sm" fw={500} mb={4} id={durationId}>
        {t('plan.duration')}
      </Text>
      <Group gap="sm" align="flex-start">
        <SegmentedControl
          aria-labelledby={durationId}
          value={custom ? 'custom' : String(value)}
          onChange={(choice) => {
            setChoseCustom(choice === 'custom')
            if (choice !== 'custom') onChange(Number(choice))
          }}
          data={[
            ...durationPresets.map((preset) => ({ value: String(preset), label: String(preset) })),
            { value: 'custom', label: t('plan.custom') },
          ]}
        />
        {custom && (
          <NumberInput
            aria-label={t('plan.customMinutes')}
            suffix={` ${t('plan.minutesShort')}`}
            w={120}
            min={1}
            max={longestSessionMinutes}
            clampBehavior="none"
            allowDecimal={false}
            allowNegative={false}
            value={value ?? ''}
            error={error}
            onChange={(minutes) => onChange(typeof minutes === 'number' ? minutes : null)}
          />
        )}
      </Group>
    </div>
  )
}

type IrregularProps = Pick<Props, 'value' | 'zone' | 'onChange'> & { start: string }

/**
 * Explains a time that the clocks skip or repeat on that day. For a repeated time, asks whether the first or the second
 * occurrence is meant.
 */
function IrregularHour({ value, start, zone, onChange }: IrregularProps) {
  const { t } = useTranslation('session')
  const { language } = useLocale()
  const odd = irregularHour(value, zone)
  if (!odd) return null
  return (
    <>
      <Callout kind="time">
        {t(`plan.${odd}`, { time: value.time, actual: timeText(start, { language, zone }) })}
      </Callout>
      {odd !== 'never' && (
        <SegmentedControl
          aria-label={t('plan.passing')}
          value={odd === 'second' ? 'second' : 'first'}
          onChange={(passing) => onChange(withHourOccurrence(value, zone, passing))}
          data={[
            { value: 'first' as const, label: t('plan.passingFirst') },
            { value: 'second' as const, label: t('plan.passingSecond') },
          ]}
        />
      )}
    </>
  )
}
