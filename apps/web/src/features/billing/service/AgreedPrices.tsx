import type { ClientId } from '@attune/contract/common/ids'
import type { AgreedPrice, Service } from '@attune/contract/features/billing/service/service'
import { Button, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyNamed } from '../../../platform/lazy-named.ts'
import { orpc } from '../../../platform/api/api.ts'
import { useLocale } from '../../../platform/settings/use-locale.ts'
import { TextLink } from '../../../ui/base/TextLink.tsx'
import { LoadFailed } from '../../../ui/page/loading/ListStates.tsx'
import { moneyText } from '../../../ui/page/money-text.ts'
import classes from './service.module.css'
import { useServices } from './use-services.ts'

const AgreedPricesDialog = lazyNamed(() => import('./AgreedPricesDialog.tsx'), 'AgreedPricesDialog')

/** Shows the special prices for a client, with a button that edits them. Rendered inside a card. */
export function AgreedPrices({ clientId }: { clientId: ClientId }) {
  const { t } = useTranslation('service')
  const [isOpen, setOpen] = useState(false)
  const services = useServices()
  const prices = useQuery(orpc.service.pricesOf.queryOptions({ input: { clientId } }))
  if (services.isError || prices.isError) {
    const again = () => void Promise.all([services.refetch(), prices.refetch()])
    return <LoadFailed text={t('prices.loadFailed')} again={t('again')} onAgain={again} />
  }
  if (!services.data || !prices.data) return null
  const agreed = prices.data.items
  const all = services.data.items
  const priced = all.filter(({ id, isArchived }) => !isArchived || agreed.some(({ serviceId }) => serviceId === id))
  return (
    <div>
      <h3 className={classes.subtitle}>{t('prices.title')}</h3>
      {agreed.length === 0 && (
        <Text size="sm" c="dimmed">
          {priced.length > 0 ? t('prices.none') : t('prices.noServices')}
        </Text>
      )}
      <PriceList services={all} agreed={agreed} />
      {priced.length > 0 ? (
        <Button className={classes.small} variant="subtle" size="compact-sm" onClick={() => setOpen(true)}>
          {t('prices.edit')}
        </Button>
      ) : (
        <TextLink to="/dashboard/$userType/settings/$subject" params={{ userType: 'therapist', subject: 'services' }}>
          {t('prices.addService')}
        </TextLink>
      )}
      {isOpen && (
        <AgreedPricesDialog clientId={clientId} services={priced} agreed={agreed} onClose={() => setOpen(false)} />
      )}
    </div>
  )
}

function PriceList({ services, agreed }: { services: readonly Service[]; agreed: readonly AgreedPrice[] }) {
  const { language } = useLocale()
  return (
    <ul className={classes.agreed}>
      {agreed.map(({ serviceId, priceMinor }) => {
        const service = services.find(({ id }) => id === serviceId)
        return service ? (
          <li key={serviceId}>
            <span className={classes.name}>{[service.code, service.text].filter(Boolean).join(' · ')}</span>
            <span className={classes.price}>{moneyText(priceMinor, service.currency, language)}</span>
          </li>
        ) : null
      })}
    </ul>
  )
}
