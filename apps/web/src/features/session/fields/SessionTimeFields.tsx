import '../../../ui/styles-overlay.ts'
import { Group, NumberInput, SegmentedControl, Stack, Text, TextInput } from '@mantine/core'
import { durationPresets, longestSessionMinutes } from '@attune/contract/common/constants'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocale } from '../../../platform/use-locale.ts'
import { Callout } from '../../../ui/Callout.tsx'
import { cityOf, localDay, dayText, timeText } from '../../../ui/date-text.ts'
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

/** Input fields for date, time and duration in `zone`, with a sentence that summarizes them. */
export function SessionTimeFields({ value, onChange, zone, problems, focus = false }: Props) {
  const { t } = useTranslation('session')
  const { language } = useLocale()
  const reader = { language, zone }
  const isPreset = durationPresets.some((preset) => preset === value.minutes)
  const [custom, setCustom] = useState(!isPreset)
  const durationId = useId()
  const start = startInstantOf(value, zone)
  const odd = irregularHour(value, zone)
  const problemText = (name: keyof SessionTimeProblems) => problems[name] && t(`plan.${problems[name]}`)
  return (
    <Stack gap="sm">
      <Group grow align="flex-start" gap="sm">
        <TextInput
          type="date"
          label={t('plan.date')}
          value={value.day}
          error={problemText('day')}
          required
          data-autofocus={focus || undefined}
          onChange={(event) => onChange({ ...value, day: event.currentTarget.value })}
        />
        <TextInput
          type="time"
          label={t('plan.time')}
          value={value.time}
          error={problemText('time')}
          required
          onChange={(event) => onChange({ ...value, time: event.currentTarget.value.slice(0, 5) })}
        />
      </Group>
      <div>
        <Text component="div" size="sm" fw={500} mb={4} id={durationId}>
          {t('plan.duration')}
        </Text>
        <Group gap="sm" align="flex-start">
          <SegmentedControl
            aria-labelledby={durationId}
            value={custom ? 'custom' : String(value.minutes)}
            onChange={(choice) => {
              setCustom(choice === 'custom')
              if (choice !== 'custom') onChange({ ...value, minutes: Number(choice) })
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
              value={value.minutes ?? ''}
              error={problemText('minutes')}
              onChange={(minutes) => onChange({ ...value, minutes: typeof minutes === 'number' ? minutes : null })}
            />
          )}
        </Group>
      </div>
      {start && value.minutes ? (
        <Text size="sm" c="dimmed" aria-live="polite">
          {t('plan.summary', {
            when: dayText(localDay(start, reader), reader, 'long'),
            from: timeText(start, reader),
            to: timeText(endInstantOf(start, value.minutes), reader),
            city: cityOf(zone),
          })}
        </Text>
      ) : null}
      {start && odd && (
        <Callout kind="time">{t(`plan.${odd}`, { time: value.time, actual: timeText(start, reader) })}</Callout>
      )}
      {start && odd && odd !== 'never' && (
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
    </Stack>
  )
}
