import type { LoadedProductSettings } from './AdminSettings.tsx'
import { SupportHoursSettings } from '../support-hours/SupportHoursSettings.tsx'
import { LanguageSettings } from './LanguageSettings.tsx'
import { LegalPagesSettings } from '../legal-pages/LegalPagesSettings.tsx'
import { PrivacySettings } from './PrivacySettings.tsx'
import { SafetyNumbersSettings } from '../safety-numbers/SafetyNumbersSettings.tsx'
import { SignUpSettings } from './SignUpSettings.tsx'
import { SupportSettings } from './SupportSettings.tsx'
import type { SettingsForm } from './use-settings-form.ts'

/** The sections below the practice section; they load after the page. */
export function MoreSettings({ form, data }: { form: SettingsForm; data: LoadedProductSettings }) {
  return (
    <>
      <LanguageSettings form={form} />
      <SignUpSettings form={form} />
      <PrivacySettings form={form} />
      <LegalPagesSettings written={data.legalTexts} />
      <SafetyNumbersSettings own={data.safetyNumbers} />
      <SupportSettings form={form} />
      <SupportHoursSettings />
    </>
  )
}
