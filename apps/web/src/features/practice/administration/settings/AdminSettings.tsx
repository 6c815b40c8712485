import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { type api, orpc } from '../../../../platform/api/api.ts'
import { Query } from '../../../../ui/page/loading/Query.tsx'
import { ClosedEndingsSection } from '../../../care/record-retention/record-retention.ts'
import { LegalPagesSettings } from '../legal-pages/LegalPagesSettings.tsx'
import { SafetyNumbersSettings } from '../safety-numbers/SafetyNumbersSettings.tsx'
import { SupportHoursSettings } from '../support-hours/SupportHoursSettings.tsx'
import { LanguageSettings } from './LanguageSettings.tsx'
import { PracticeSettings } from './PracticeSettings.tsx'
import { PrivacySettings } from './PrivacySettings.tsx'
import { SignUpSettings } from './SignUpSettings.tsx'
import { SupportSettings } from './SupportSettings.tsx'
import { useSettingsForm, type SettingsForm } from './use-settings-form.ts'

/** The product settings and the other data of the settings pages. */
type LoadedProductSettings = Awaited<ReturnType<typeof api.administration.settings>>
type Page = (form: SettingsForm, data: LoadedProductSettings) => ReactNode

const page = (content: Page) =>
  function AdminSettingsPage() {
    return <LoadedProductSettings>{content}</LoadedProductSettings>
  }

export const PracticePage = page((form, data) => (
  <PracticeSettings form={form} fixedUrl={data.publicUrlFromEnvironment} />
))
export const LanguagePage = page((form) => <LanguageSettings form={form} />)
export const SignUpPage = page((form) => <SignUpSettings form={form} />)
export const PrivacyPage = page((form) => (
  <>
    <PrivacySettings form={form} />
    <ClosedEndingsSection />
  </>
))
export const LegalTextsPage = page((_form, data) => <LegalPagesSettings written={data.legalTexts} />)
export const SafetyNumberPage = page((_form, data) => <SafetyNumbersSettings own={data.safetyNumbers} />)
export const SupportPage = page((form) => (
  <>
    <SupportSettings form={form} />
    <SupportHoursSettings />
  </>
))

/** Loads the settings of the product and shows one of their pages. */
function LoadedProductSettings({ children }: { children: Page }) {
  const { t } = useTranslation('administration')
  const read = useQuery(orpc.administration.settings.queryOptions({ input: {} }))
  return (
    <Query of={read} pending={<Skeleton height={320} radius={14} />} failed={t('loadFailed')} again={t('again')} card>
      {(data) => <FormOfSettings data={data}>{children}</FormOfSettings>}
    </Query>
  )
}

function FormOfSettings({ data, children }: { data: LoadedProductSettings; children: Page }) {
  return children(useSettingsForm(data.settings), data)
}
