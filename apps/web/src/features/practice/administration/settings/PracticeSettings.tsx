import { findHealthWord } from '@attune/contract/common/text/health-words'
import { textLengths } from '@attune/contract/common/text/lengths'
import { isProductAddress } from '@attune/contract/common/text/public-address'
import { isFilled } from '@attune/contract/common/text/text'
import { majorityAgeRange } from '@attune/contract/features/practice/administration/administration.rules'
import { useTranslation } from 'react-i18next'
import { Section } from '../../../../ui/page/Section.tsx'
import { PublicAddressCheck } from './PublicAddressCheck.tsx'
import { NumberSetting, TypedSetting } from './TypedSetting.tsx'
import type { SettingsForm } from './use-settings-form.ts'

type Props = { form: SettingsForm; fixedUrl: boolean }

/** Name, sender and addresses of the practice, with a check of the public address. */
export function PracticeSettings({ form, fixedUrl }: Props) {
  const { t } = useTranslation('administration')
  return (
    <Section title={t('settings.practice')} rows>
      <TypedSetting
        form={form}
        name="practiceName"
        label={t('settings.practiceName')}
        hint={t('settings.practiceNameShown')}
        maxLength={textLengths.practiceName}
        check={(text) => (isFilled(text) ? null : t('settings.practiceNameMissing'))}
      />
      <TypedSetting
        form={form}
        name="emailName"
        label={t('settings.emailName')}
        hint={t('settings.emailNameHint')}
        maxLength={textLengths.emailName}
        check={(text) => {
          if (!isFilled(text)) return t('settings.emailNameMissing')
          return findHealthWord(text) === null ? null : t('settings.emailNameHealth')
        }}
      />
      <TypedSetting
        long
        form={form}
        name="practiceAddress"
        label={t('settings.practiceAddress')}
        hint={t('settings.practiceAddressHint')}
        maxLength={textLengths.practiceAddress}
      />
      <PublicUrlSetting form={form} fixedUrl={fixedUrl} />
      <NumberSetting
        form={form}
        name="majorityAge"
        label={t('settings.majorityAge')}
        hint={t('settings.majorityAgeHint')}
        range={majorityAgeRange}
      />
      <PublicAddressCheck address={form.settings.publicUrl} />
    </Section>
  )
}

function PublicUrlSetting({ form, fixedUrl }: Props) {
  const { t } = useTranslation('administration')
  return (
    <TypedSetting
      form={form}
      name="publicUrl"
      label={t('settings.publicUrl')}
      hint={t(fixedUrl ? 'settings.publicUrlFixed' : 'settings.publicUrlHint')}
      maxLength={textLengths.publicUrl}
      disabled={fixedUrl}
      check={(text) => (!isFilled(text) || isProductAddress(text) ? null : t('settings.publicUrlWrong'))}
    />
  )
}
