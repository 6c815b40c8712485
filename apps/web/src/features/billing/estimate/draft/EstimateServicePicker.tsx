import type { ClientId, ServiceId } from '@attune/contract/common/ids'
import { estimateCurrency } from '@attune/contract/features/billing/estimate/estimate.currency.rules'
import { NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { orpc } from '../../../../platform/api/api.ts'
import { useLocale } from '../../../../platform/settings/use-locale.ts'
import { moneyText } from '../../../../ui/page/money-text.ts'
import { emptyEstimateLine, type EstimateLineValues } from './values.ts'

type Props = { clientId: ClientId; disabled: boolean; onPick: (line: EstimateLineValues) => void }

/** Offers the catalog's services in US dollars at the client's price. The chosen service becomes a new line. */
export function EstimateServicePicker({ clientId, disabled, onPick }: Props) {
  const { t } = useTranslation('estimate')
  const { language } = useLocale()
  const services = useQuery(orpc.service.list.queryOptions({ input: {} }))
  const prices = useQuery(orpc.service.pricesOf.queryOptions({ input: { clientId } }))
  const agreed = new Map(prices.data?.items.map(({ serviceId, priceMinor }) => [serviceId, priceMinor]))
  const offered = (prices.data ? (services.data?.items ?? []) : [])
    .filter(({ isArchived, currency }) => !isArchived && currency === estimateCurrency)
    .map((service) => ({ ...service, priceMinor: agreed.get(service.id) ?? service.priceMinor }))
  const pick = (id: ServiceId) => {
    const found = offered.find((one) => one.id === id)
    if (found) onPick(emptyEstimateLine({ code: found.code, text: found.text, priceMinor: found.priceMinor }))
  }
  if (offered.length === 0) return null
  return (
    <NativeSelect
      aria-label={t('lines.addService')}
      disabled={disabled}
      value=""
      onChange={(event) => pick(event.currentTarget.value)}
      data={[
        { value: '', label: t('lines.addService') },
        ...offered.map(({ id, code, text, priceMinor }) => ({
          value: id,
          label: [code, text, moneyText(priceMinor, estimateCurrency, language)].filter(Boolean).join(' · '),
        })),
      ]}
    />
  )
}
