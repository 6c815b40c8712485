import { textLengths } from '@attune/contract/common/text/lengths'
import { isEmail, isFilled } from '@attune/contract/common/text/text'
import { useTranslation } from 'react-i18next'
import { Section } from '../../../../ui/page/Section.tsx'
import { TypedSetting } from './TypedSetting.tsx'
import type { SettingsForm } from './use-settings-form.ts'

/** The text and the email address that people find under 'Support'. */
export function SupportSettings({ form }: { form: SettingsForm }) {
  const { t } = useTranslation('administration')
  return (
    <Section title={t('settings.support')} hint={t('settings.supportSeen')} rows>
      <TypedSetting
        long
        form={form}
        name="supportText"
        label={t('settings.supportText')}
        hint={t('settings.supportTextHint')}
        maxLength={textLengths.supportText}
      />
      <TypedSetting
        form={form}
        name="supportEmail"
        label={t('settings.supportEmail')}
        hint={t('settings.supportEmailHint')}
        maxLength={textLengths.email}
        check={(text) => (!isFilled(text) || isEmail(text) ? null : t('settings.supportEmailWrong'))}
      />
    </Section>
  )
}
