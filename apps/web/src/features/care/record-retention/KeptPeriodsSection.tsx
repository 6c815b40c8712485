import { personalExportDays } from '@attune/contract/features/people/personal-export/personal-export.rules'
import { keptPeriods, leastInvoiceYears } from '@attune/contract/features/care/record-retention/kept-periods.rules'
import { useTranslation } from 'react-i18next'
import { useProductSettings } from '../../../platform/settings/product-settings.ts'
import { TextLink } from '../../../ui/base/TextLink.tsx'
import { Disclosure } from '../../../ui/list/Disclosure.tsx'
import { DefinitionList, Section } from '../../../ui/page/Section.tsx'

const kinds = Object.keys(keptPeriods) as (keyof typeof keptPeriods)[]

type Props = { hasEndings?: boolean; isFolded?: boolean }

/**
 * Lists for how long data is kept. The period of records is the practice's present setting; all other periods are fixed. `hasEndings` adds a
 * therapist's link to the records whose retention ends. With `isFolded`, a button shows the list.
 */
export function KeptPeriodsSection({ hasEndings = false, isFolded = false }: Props) {
  const { t } = useTranslation('keptPeriods')
  const { retentionYears } = useProductSettings()
  const years = (count: number) => t('years', { count })
  const days = (count: number) => t('days', { count })
  const periods = kinds.map((kind) => {
    const { count, unit } = keptPeriods[kind]
    return [t(`${kind}.name`), t(`${kind}.text`, { period: unit === 'years' ? years(count) : days(count) })] as const
  })
  const list = (
    <DefinitionList
      of={[
        [t('records.name'), t('records.text', { period: years(retentionYears) })],
        [t('invoices.name'), t('invoices.text', { period: years(leastInvoiceYears) })],
        [t('own.name'), t('own.text')],
        [t('exports.name'), t('exports.text', { period: days(personalExportDays) })],
        ...periods,
      ]}
    />
  )
  return (
    <Section
      title={t('title')}
      hint={t('hint')}
      action={hasEndings && <TextLink to="/dashboard/therapist/clients/retention">{t('endings')}</TextLink>}
    >
      {isFolded ? <Disclosure label={t('open')}>{list}</Disclosure> : list}
    </Section>
  )
}
