import '../../ui/styles-overlay.ts'
import { Group, NumberInput, SegmentedControl, Stack, Text, TextInput } from '@mantine/core'
import { durationPresets, longestSessionMinutes } from '@attune/contract/common/constants'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useReader } from '../../platform/reader.ts'
import { Note } from '../../ui/Note.tsx'
import { cityOf, dayOf, dayText, timeText } from '../../ui/moment.ts'
import { endOf, inPassing, oddHour, startOf, type When, type WhenProblems } from './when.ts'

type Props = { value: When; onChange: (value: When) => void; zone: string; problems: WhenProblems; focus?: boolean }

/** Input fields for date, time and duration in `zone`, with a sentence that summarizes them. */
export function WhenFields({ value, onChange, zone, problems, focus = false }: Props) {
  const { t } = useTranslation('session')
  const { language } = useReader()
  const reader = { language, zone }
  const isPreset = durationPresets.some((preset) => preset === value.minutes)
  const [custom, setCustom] = useState(!isPreset)
  const durationId = useId()
  const start = startOf(value, zone)
  const odd = oddHour(value, zone)
  const problemText = (name: keyof WhenProblems) => problems[name] && t(`plan.${problems[name]}`)
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
            when: dayText(dayOf(start, reader), reader, 'long'),
            from: timeText(start, reader),
            to: timeText(endOf(start, value.minutes), reader),
            city: cityOf(zone),
          })}
        </Text>
      ) : null}
      {start && odd && (
        <Note kind="time">{t(`plan.${odd}`, { time: value.time, actual: timeText(start, reader) })}</Note>
      )}
      {start && odd && odd !== 'never' && (
        <SegmentedControl
          aria-label={t('plan.passing')}
          value={odd === 'second' ? 'second' : 'first'}
          onChange={(passing) => onChange(inPassing(value, zone, passing))}
          data={[
            { value: 'first' as const, label: t('plan.passingFirst') },
            { value: 'second' as const, label: t('plan.passingSecond') },
          ]}
        />
      )}
    </Stack>
  )
}
