import type { WaitingListSettings as Settings } from '@attune/contract/features/schedule/waiting-list/waiting-list'
import {
  answerHourChoices,
  offerNoticeChoices,
  type WaitingListMode,
  waitingListModes,
} from '@attune/contract/features/schedule/waiting-list/waiting-list.rules'
import { NativeSelect } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../../platform/api/api.ts'
import { SettingRow } from '../../../ui/list/SettingRow.tsx'
import { Section } from '../../../ui/page/Section.tsx'
import { useSettingOutcome } from '../../../ui/list/use-setting-outcome.ts'
import { useInvalidateWaitingList } from './use-waiting-list.ts'

/**
 * Edits the settings for offers: whether freed times are offered automatically, on a click or never, the time that a client has to answer, and the
 * notice.
 */
export function WaitingListSettingsCard({ settings }: { settings: Settings }) {
  const { t } = useTranslation('waitingList')
  const changed = useInvalidateWaitingList()
  const save = useMutation({
    mutationFn: (wanted: Settings) => api.waitingList.saveSettings(wanted),
    onSettled: changed,
  })
  const { outcome, setLast } = useSettingOutcome<keyof Settings>(save)
  const shown = save.isPending ? save.variables : settings
  const set = (name: keyof Settings, change: Partial<Settings>) => {
    setLast(name)
    save.mutate({ ...shown, ...change })
  }
  return (
    <Section title={t('settings.title')} rows>
      <SettingRow label={t('settings.mode')} hint={t(`settings.hint.${shown.mode}`)} outcome={outcome('mode')}>
        <NativeSelect
          aria-label={t('settings.mode')}
          value={shown.mode}
          data={waitingListModes.map((value) => ({ value, label: t(`settings.modes.${value}`) }))}
          onChange={(event) => set('mode', { mode: event.currentTarget.value as WaitingListMode })}
        />
      </SettingRow>
      {shown.mode !== 'off' && (
        <>
          <HoursRow name="answerHours" choices={answerHourChoices} {...{ shown, set, outcome }} />
          <HoursRow name="noticeHours" choices={offerNoticeChoices} {...{ shown, set, outcome }} />
        </>
      )}
    </Section>
  )
}

type Hours = 'answerHours' | 'noticeHours'
type HoursProps = {
  name: Hours
  choices: readonly number[]
  shown: Settings
  set: (name: Hours, change: Partial<Settings>) => void
  outcome: (name: Hours) => ComponentProps<typeof SettingRow>['outcome']
}

/** A select for a number of hours: a common value or the stored one. */
function HoursRow({ name, choices, shown, set, outcome }: HoursProps) {
  const { t } = useTranslation('waitingList')
  return (
    <SettingRow label={t(`settings.${name}`)} hint={t(`settings.${name}Hint`)} outcome={outcome(name)}>
      <NativeSelect
        aria-label={t(`settings.${name}`)}
        value={String(shown[name])}
        data={[...new Set([...choices, shown[name]])]
          .sort((a, b) => a - b)
          .map((hours) => ({ value: String(hours), label: t('hours', { count: hours }) }))}
        onChange={(event) => set(name, { [name]: Number(event.currentTarget.value) })}
      />
    </SettingRow>
  )
}
