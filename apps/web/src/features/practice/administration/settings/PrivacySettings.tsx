import { idleMinutesRange } from '@attune/contract/features/practice/administration/administration.rules'
import { useTranslation } from 'react-i18next'
import { Switch } from '@mantine/core'
import { SettingRow } from '../../../../ui/list/SettingRow.tsx'
import { Section } from '../../../../ui/page/Section.tsx'
import { RetentionYearsSetting } from './RetentionYearsSetting.tsx'
import { SettingConflict } from './SettingConflict.tsx'
import { NumberSetting } from './TypedSetting.tsx'
import type { SettingsForm } from './use-settings-form.ts'

/** Edits the retention of records, the idle time until an unused page locks, and whether a browser can hold several accounts. */
export function PrivacySettings({ form }: { form: SettingsForm }) {
  const { t } = useTranslation('adminSettings')
  const { severalAccounts } = { ...form.settings, ...form.saving }
  return (
    <Section title={t('privacy.title')} rows>
      <RetentionYearsSetting form={form} />
      <NumberSetting
        form={form}
        name="idleMinutesStaff"
        label={t('privacy.idleStaff')}
        hint={t('privacy.idleHint')}
        range={idleMinutesRange}
      />
      <NumberSetting
        form={form}
        name="idleMinutesClient"
        label={t('privacy.idleClient')}
        hint={t('privacy.idleClientHint')}
        range={idleMinutesRange}
      />
      <SettingRow
        narrow
        label={t('privacy.several')}
        hint={t('privacy.severalHint')}
        outcome={form.outcome('severalAccounts')}
      >
        <Switch
          aria-label={t('privacy.several')}
          checked={severalAccounts}
          onChange={(event) => form.change('severalAccounts', event.currentTarget.checked)}
        />
      </SettingRow>
      <SettingConflict form={form} name="severalAccounts" text={(value) => t(value ? 'on' : 'off')} />
    </Section>
  )
}
