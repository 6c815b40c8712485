import type { SupportHoursSetting } from '@attune/contract/features/practice/administration/administration'
import { timeOfDayAt, weekdays } from '@attune/contract/common/time/time'
import { Group, NativeSelect, Skeleton, Stack } from '@mantine/core'
import type { ComponentProps } from 'react'
import { useTranslation } from 'react-i18next'
import { errorCode } from '../../../../platform/api/errors.ts'
import { useLocale } from '../../../../platform/settings/use-locale.ts'
import { TimeZoneSelect } from '../../../../ui/choice/TimeZoneSelect.tsx'
import { cityOf, weekdayText } from '../../../../ui/page/date-text.ts'
import { Query } from '../../../../ui/page/loading/Query.tsx'
import { Section } from '../../../../ui/page/Section.tsx'
import { SettingRow } from '../../../../ui/list/SettingRow.tsx'
import { useSettingOutcome } from '../../../../ui/list/use-setting-outcome.ts'
import { ValueConflict } from '../settings/SettingConflict.tsx'
import { useSaveSupportHours, useSupportHours } from './use-support-hours.ts'

/** The times of day in steps of half an hour: '00:00' to '23:30'. */
const times = Array.from({ length: 48 }, (_, step) => timeOfDayAt(step * 30))

/** A form for the support hours and their time zone [9.03]. Saves each change at once. */
export function SupportHoursSettings() {
  const { t } = useTranslation('administration')
  const { read, hours } = useSupportHours()
  return (
    <Section title={t('supportHours.title')} hint={t('supportHours.hint')} rows>
      <Query
        of={read}
        pending={<Skeleton height={120} radius={10} m="md" />}
        failed={t('supportHours.loadFailed')}
        again={t('again')}
      >
        {() => hours && <SupportHoursFields saved={hours} />}
      </Query>
    </Section>
  )
}

function SupportHoursFields({ saved }: { saved: SupportHoursSetting }) {
  const { t } = useTranslation('administration')
  const { language } = useLocale()
  const save = useSaveSupportHours()
  const { outcome, setLast } = useSettingOutcome<'hours'>(save)
  const hours = save.isPending ? save.variables : saved
  const change = (part: Partial<SupportHoursSetting>) => {
    setLast('hours')
    save.mutate({ ...hours, ...part })
  }
  const hoursText = ({ firstDay, lastDay, from, to, zone }: SupportHoursSetting) =>
    `${weekdayText(firstDay, language, 'title')} – ${weekdayText(lastDay, language, 'title')}, ${from}–${to}, ${cityOf(zone)}`
  const days = (from: number, to: number) =>
    weekdays
      .filter((day) => day >= from && day <= to)
      .map((day) => ({ value: String(day), label: weekdayText(day, language, 'title') }))
  const timesBetween = (after: string, before: string, current: string) =>
    [...new Set([...times, current])].filter((time) => time > after && time < before).sort()
  const select = (name: 'firstDay' | 'lastDay' | 'from' | 'to', data: ComponentProps<typeof NativeSelect>['data']) => (
    <NativeSelect
      label={t(`supportHours.${name}`)}
      value={hours[name]}
      data={data}
      onChange={({ currentTarget: { value } }) => change({ [name]: name.endsWith('Day') ? Number(value) : value })}
    />
  )
  return (
    <SettingRow label={t('supportHours.title')} outcome={outcome('hours')}>
      <Stack gap="sm">
        <Group grow gap="sm">
          {select('firstDay', days(1, hours.lastDay))}
          {select('lastDay', days(hours.firstDay, 7))}
        </Group>
        <Group grow gap="sm">
          {select('from', timesBetween('', hours.to, hours.from))}
          {select('to', timesBetween(hours.from, '24:00', hours.to))}
        </Group>
        {errorCode(save.error) === 'CHANGED' && save.variables && (
          <ValueConflict
            saved={hoursText(saved)}
            mine={hoursText(save.variables)}
            onSaved={() => save.reset()}
            onMine={() => save.mutate(save.variables)}
          />
        )}
        <TimeZoneSelect label={t('supportHours.zone')} value={hours.zone} onChange={(zone) => change({ zone })} />
      </Stack>
    </SettingRow>
  )
}
