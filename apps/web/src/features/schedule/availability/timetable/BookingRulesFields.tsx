import type { BookingRules } from '@attune/contract/features/schedule/availability/availability'
import { NativeSelect, Stack } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useLocale } from '../../../../platform/settings/use-locale.ts'
import { durationText } from '../../../../ui/page/date-text.ts'
import { Section } from '../../../../ui/page/Section.tsx'
import { TextLink } from '../../../../ui/base/TextLink.tsx'
import classes from './timetable.module.css'

const week = 10_080
const choices = {
  bufferBefore: [0, 5, 10, 15, 20, 30, 45, 60],
  bufferAfter: [0, 5, 10, 15, 20, 30, 45, 60],
  noticeMinutes: [0, 60, 120, 240, 720, 1440, 2880, 4320, week, 2 * week],
  horizonDays: [7, 14, 28, 42, 56, 84, 182, 365],
  stepMinutes: [5, 10, 15, 20, 30, 60],
  perDay: [null, 1, 2, 3, 4, 5, 6, 7, 8, 10, 12],
  perWeek: [null, 5, 8, 10, 12, 15, 18, 20, 25, 30, 35, 40],
} satisfies { [name in keyof BookingRules]: BookingRules[name][] }

/** Returns the options in ascending order, including the current value `now`. Null (no limit) comes first. */
const choicesWith = <T extends number | null>(of: readonly T[], now: T): T[] =>
  [...new Set([...of, now])].sort((one, other) => (one ?? -1) - (other ?? -1))

type Props = { rules: BookingRules; proposes: boolean | undefined; onChange: (part: Partial<BookingRules>) => void }

/**
 * Edits the booking rules, such as buffers between sessions, notice before a session, and limits per day and week.
 * `proposes` is true if clients can propose times, and undefined while this is loading.
 */
export function BookingRulesFields({ rules, proposes, onChange }: Props) {
  const { t } = useTranslation('timetable')
  const ruleTexts = useRuleTexts()
  const field = (name: keyof BookingRules) => (
    <NativeSelect
      key={name}
      label={t(`rules.${name}`)}
      value={String(rules[name])}
      data={choicesWith<number | null>(choices[name], rules[name]).map((value) => ({
        value: String(value),
        label: value === null ? t('rules.noLimit') : ruleTexts[name](value),
      }))}
      onChange={(event) => {
        const { value } = event.currentTarget
        onChange({ [name]: value === 'null' ? null : Number(value) })
      }}
    />
  )
  return (
    <Section title={t('rules.title')}>
      <Stack gap="sm">
        {(['bufferAfter', 'noticeMinutes', 'horizonDays'] as const).map(field)}
        <details className={classes.more}>
          <summary>{t('rules.more')}</summary>
          <Stack gap="sm" mt="sm">
            {(['bufferBefore', 'stepMinutes', 'perDay', 'perWeek'] as const).map(field)}
          </Stack>
        </details>
        {proposes !== undefined && (
          <p className={classes.quiet}>
            {t(proposes ? 'rules.proposing' : 'rules.notProposing')}{' '}
            <TextLink
              to="/dashboard/$userType/settings/$subject"
              params={{ userType: 'therapist', subject: 'new-sessions' }}
            >
              {t('rules.settings')}
            </TextLink>
          </p>
        )}
      </Stack>
    </Section>
  )
}

/** Returns functions that format the value of each rule as text. */
function useRuleTexts(): { [name in keyof BookingRules]: (value: number) => string } {
  const { t } = useTranslation('timetable')
  const { language } = useLocale()
  const length = (minutes: number) => durationText(minutes, language)
  return {
    bufferBefore: (value) => (value ? length(value) : t('rules.noBreak')),
    bufferAfter: (value) => (value ? length(value) : t('rules.noBreak')),
    noticeMinutes: (value) => (value ? t('rules.ahead', { length: length(value) }) : t('rules.anyTime')),
    horizonDays: (value) => t('rules.ahead', { length: durationText(value * 1440, language, 'week') }),
    stepMinutes: length,
    perDay: (value) => t('rules.perDayCount', { count: value }),
    perWeek: (value) => t('rules.perWeekCount', { count: value }),
  }
}
