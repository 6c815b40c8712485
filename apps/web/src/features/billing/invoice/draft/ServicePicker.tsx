import type { ServiceId } from '@attune/contract/common/ids'
import { NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { orpc } from '../../../../platform/api/api.ts'
import { useLocale } from '../../../../platform/settings/use-locale.ts'
import { moneyText } from '../../../../ui/page/money-text.ts'
import classes from './DraftEditor.module.css'
import { emptyLine, type LineValues } from './values.ts'
import { quantityText } from '../document/quantity-text.ts'

type Props = { disabled: boolean; currency: string; onPick: (line: LineValues) => void }

/** Offers the services of the catalog in the currency of the draft. The chosen service becomes a new line. */
export function ServicePicker({ disabled, currency, onPick }: Props) {
  const { t } = useTranslation('invoiceDraft')
  const { language } = useLocale()
  const services = useQuery(orpc.service.list.queryOptions({ input: {} }))
  const offered = services.data?.items.filter((one) => !one.isArchived && one.currency === currency) ?? []
  const pick = (id: ServiceId) => {
    const found = offered.find((one) => one.id === id)
    if (!found) return
    const { code, text, minutes, priceMinor, taxRateBp, place } = found
    const taxRate = taxRateBp === null ? '' : quantityText(taxRateBp * 10, language)
    onPick(emptyLine({ code, text, minutes: minutes === null ? '' : String(minutes), priceMinor, taxRate, place }))
  }
  if (offered.length === 0) return null
  return (
    <NativeSelect
      className={classes.picker}
      aria-label={t('lines.addService')}
      disabled={disabled}
      value=""
      onChange={(event) => pick(event.currentTarget.value)}
      data={[
        { value: '', label: t('lines.addService') },
        ...offered.map(({ id, code, text, priceMinor }) => ({
          value: id,
          label: [code, text, moneyText(priceMinor, currency, language)].filter(Boolean).join(' · '),
        })),
      ]}
    />
  )
}
