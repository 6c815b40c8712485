import { idleMinutesRange, retentionYearsRange } from '@attune/contract/features/administration.rules'
import { useTranslation } from 'react-i18next'
import { Section } from '../../../ui/page/Section.tsx'
import { NumberSetting } from './TypedSetting.tsx'
import type { SettingsForm } from './use-settings-form.ts'

/** How long records are kept, and when an unused page locks. */
export function PrivacySettings({ form }: { form: SettingsForm }) {
  const { t } = useTranslation('adminSettings')
  return (
    <Section title={t('privacy.title')} rows>
      <NumberSetting
        form={form}
        name="retentionYears"
        label={t('privacy.retention')}
        hint={t('privacy.retentionHint')}
        range={retentionYearsRange}
      />
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
    </Section>
  )
}
