import { textLengths } from '@attune/contract/common/lengths'
import type { ProductSettings } from '@attune/contract/features/administration'
import { isEmail, isFilled, isHttpAddress } from '@attune/contract/common/text'
import { therapistSignups } from '@attune/contract/features/administration.rules'
import { Radio, Skeleton, Stack, Switch } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api, orpc } from '../../platform/api.ts'
import { PageHeader } from '../../ui/page/PageHeader.tsx'
import { Section } from '../../ui/page/Section.tsx'
import { Query } from '../../ui/page/Query.tsx'
import { SettingRow, type SettingOutcome } from '../../ui/SettingRow.tsx'
import { useSettingOutcome } from '../../ui/use-setting-outcome.ts'
import classes from './administration.module.css'
import { SupportHoursSettings } from './SupportHoursSettings.tsx'
import { TextSetting } from './TextSetting.tsx'

/** Edits the settings of the product. Each change is saved at once and confirmed beside its field. */
export function AdminSettings() {
  const { t } = useTranslation('administration')
  const read = useQuery(orpc.administration.settings.queryOptions({ input: {} }))
  return (
    <div className={classes.page}>
      <PageHeader title={t('settings.title')} facts={t('settings.subtitle')} />
      <Query of={read} pending={<Skeleton height={320} radius={14} />} failed={t('loadFailed')} again={t('again')} card>
        {(data) => <Settings settings={data.settings} fixedUrl={data.publicUrlFromEnvironment} />}
      </Query>
    </div>
  )
}

function Settings({ settings, fixedUrl }: { settings: ProductSettings; fixedUrl: boolean }) {
  const form = useSettings(settings)
  return (
    <div className={classes.stack}>
      <PracticeSettings {...form} fixedUrl={fixedUrl} />
      <AccountSettings {...form} />
      <SupportSettings {...form} />
      <SupportHoursSettings />
    </div>
  )
}

type Name = keyof ProductSettings
type FormProps = {
  /** The saved settings. */
  settings: ProductSettings
  /** The settings that are being saved. */
  saving: Partial<ProductSettings>
  outcome: (name: Name) => SettingOutcome
  change: (name: Name, value: Partial<ProductSettings>) => void
}

function useSettings(settings: ProductSettings): FormProps {
  const cache = useQueryClient()
  const key = orpc.administration.settings.queryKey({ input: {} })
  const save = useMutation({
    // Saves run one after the other. Each save sends all settings, so that of two parallel saves, one would revert the
    // other.
    scope: { id: 'product-settings' },
    mutationFn: (change: Partial<ProductSettings>) => {
      const now = cache.getQueryData(key)?.settings ?? settings
      return api.administration.saveSettings({ ...now, ...change })
    },
    onSuccess: (after) => {
      cache.setQueryData(key, (old) => old && { ...old, settings: after })
      void cache.invalidateQueries({ queryKey: orpc.product.key() })
    },
  })
  const { outcome, setLast } = useSettingOutcome<Name>(save)
  const change = (name: Name, value: Partial<ProductSettings>) => {
    setLast(name)
    save.mutate(value)
  }
  return { settings, saving: save.isPending ? save.variables : {}, outcome, change }
}

function PracticeSettings({ settings, outcome, change, fixedUrl }: FormProps & { fixedUrl: boolean }) {
  const { t } = useTranslation('administration')
  return (
    <Section title={t('settings.practice')} rows>
      <TextSetting
        name="practiceName"
        label={t('settings.practiceName')}
        hint={t('settings.practiceNameShown')}
        value={settings.practiceName}
        maxLength={textLengths.practiceName}
        check={(text) => (isFilled(text) ? null : t('settings.practiceNameMissing'))}
        outcome={outcome('practiceName')}
        onSave={(practiceName) => change('practiceName', { practiceName })}
      />
      <TextSetting
        name="emailName"
        label={t('settings.emailName')}
        hint={t('settings.emailNameHint')}
        value={settings.emailName}
        maxLength={textLengths.emailName}
        check={(text) => (isFilled(text) ? null : t('settings.emailNameMissing'))}
        outcome={outcome('emailName')}
        onSave={(emailName) => change('emailName', { emailName })}
      />
      <TextSetting
        long
        name="practiceAddress"
        label={t('settings.practiceAddress')}
        hint={t('settings.practiceAddressHint')}
        value={settings.practiceAddress}
        maxLength={textLengths.practiceAddress}
        check={() => null}
        outcome={outcome('practiceAddress')}
        onSave={(practiceAddress) => change('practiceAddress', { practiceAddress })}
      />
      <TextSetting
        name="publicUrl"
        label={t('settings.publicUrl')}
        hint={t(fixedUrl ? 'settings.publicUrlFixed' : 'settings.publicUrlHint')}
        value={settings.publicUrl ?? ''}
        maxLength={textLengths.publicUrl}
        disabled={fixedUrl}
        check={(text) => (!isFilled(text) || isHttpAddress(text) ? null : t('settings.publicUrlWrong'))}
        outcome={outcome('publicUrl')}
        onSave={(url) => change('publicUrl', { publicUrl: url || null })}
      />
    </Section>
  )
}

function AccountSettings({ settings, saving, outcome, change }: FormProps) {
  const { t } = useTranslation('administration')
  return (
    <Section title={t('settings.accounts')} rows>
      <SettingRow label={t('settings.signup')} outcome={outcome('therapistSignup')}>
        <Radio.Group
          aria-label={t('settings.signup')}
          value={saving.therapistSignup ?? settings.therapistSignup}
          onChange={(value) => {
            const therapistSignup = therapistSignups.find((one) => one === value)
            if (therapistSignup) change('therapistSignup', { therapistSignup })
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
      </SettingRow>
      <SettingRow
        label={t('settings.tellExisting')}
        hint={t('settings.tellExistingHint')}
        outcome={outcome('tellExistingAccounts')}
        narrow
      >
        <Switch
          aria-label={t('settings.tellExisting')}
          checked={saving.tellExistingAccounts ?? settings.tellExistingAccounts}
          onChange={(event) => change('tellExistingAccounts', { tellExistingAccounts: event.currentTarget.checked })}
        />
      </SettingRow>
    </Section>
  )
}

function SupportSettings({ settings, outcome, change }: FormProps) {
  const { t } = useTranslation('administration')
  return (
    <Section title={t('settings.support')} hint={t('settings.supportSeen')} rows>
      <TextSetting
        long
        name="supportText"
        label={t('settings.supportText')}
        hint={t('settings.supportTextHint')}
        value={settings.supportText}
        maxLength={textLengths.supportText}
        check={() => null}
        outcome={outcome('supportText')}
        onSave={(supportText) => change('supportText', { supportText })}
      />
      <TextSetting
        name="supportEmail"
        label={t('settings.supportEmail')}
        hint={t('settings.supportEmailHint')}
        value={settings.supportEmail ?? ''}
        maxLength={textLengths.email}
        check={(text) => (!isFilled(text) || isEmail(text) ? null : t('settings.supportEmailWrong'))}
        outcome={outcome('supportEmail')}
        onSave={(email) => change('supportEmail', { supportEmail: email || null })}
      />
    </Section>
  )
}
