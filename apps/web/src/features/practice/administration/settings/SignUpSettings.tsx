import { therapistSignups } from '@attune/contract/features/practice/administration/administration.rules'
import { Radio, Stack, Switch } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Section } from '../../../../ui/page/Section.tsx'
import { SettingRow } from '../../../../ui/list/SettingRow.tsx'
import { SettingConflict } from './SettingConflict.tsx'
import type { SettingsForm } from './use-settings-form.ts'

/** Edits the rule for becoming a therapist, and whether sign-up reveals that an account exists. */
export function SignUpSettings({ form }: { form: SettingsForm }) {
  const { t } = useTranslation(['administration', 'adminSettings'])
  const { therapistSignup, tellExistingAccounts } = { ...form.settings, ...form.saving }
  return (
    <Section title={t('settings.accounts')} rows>
      <SettingRow label={t('settings.signup')} outcome={form.outcome('therapistSignup')}>
        <Stack gap="sm">
          <Radio.Group
            aria-label={t('settings.signup')}
            value={therapistSignup}
            onChange={(value) => {
              const chosen = therapistSignups.find((one) => one === value)
              if (chosen) form.change('therapistSignup', chosen)
            }}
          >
            <Stack gap="sm">
              {therapistSignups.map((value) => (
                <Radio
                  key={value}
                  value={value}
                  label={t(`settings.signups.${value}`)}
                  description={t(`settings.signups.${value}Hint`)}
                />
              ))}
            </Stack>
          </Radio.Group>
          <SettingConflict form={form} name="therapistSignup" text={(value) => t(`settings.signups.${value}`)} />
        </Stack>
      </SettingRow>
      <SettingRow
        narrow
        label={t('settings.tellExisting')}
        hint={t('settings.tellExistingHint')}
        outcome={form.outcome('tellExistingAccounts')}
      >
        <Switch
          aria-label={t('settings.tellExisting')}
          checked={tellExistingAccounts}
          onChange={(event) => form.change('tellExistingAccounts', event.currentTarget.checked)}
        />
      </SettingRow>
      <SettingConflict
        form={form}
        name="tellExistingAccounts"
        text={(value) => t(value ? 'adminSettings:on' : 'adminSettings:off')}
      />
    </Section>
  )
}
