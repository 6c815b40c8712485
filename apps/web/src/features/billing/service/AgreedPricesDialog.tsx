import type { ClientId, ServiceId } from '@attune/contract/common/ids'
import '../../../ui/styles-overlay.ts'
import type { AgreedPrice, Service } from '@attune/contract/features/billing/service/service'
import { Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, orpc } from '../../../platform/api/api.ts'
import { useLocale } from '../../../platform/settings/use-locale.ts'
import { FormDialog } from '../../../ui/dialog/FormDialog.tsx'
import { MoneyInput } from '../../../ui/input/MoneyInput.tsx'
import { moneyText } from '../../../ui/page/money-text.ts'
import { toast } from '../../../ui/toast/toast.ts'
import classes from './service.module.css'

type Props = { clientId: ClientId; services: readonly Service[]; agreed: readonly AgreedPrice[]; onClose: () => void }

/** Edits the special prices for a client. An empty price removes the special price. */
export function AgreedPricesDialog({ clientId, services, agreed, onClose }: Props) {
  const { t } = useTranslation(['service', 'common'])
  const { language } = useLocale()
  const [before] = useState(() => new Map(agreed.map(({ serviceId, priceMinor }) => [serviceId, priceMinor])))
  const [prices, setPrices] = useState(before)
  const save = useSavePrices(clientId)
  const changed = services.filter(({ id }) => (prices.get(id) ?? '') !== (before.get(id) ?? ''))
  const submit = () => {
    const changes = changed.map(({ id }) => ({ serviceId: id, priceMinor: prices.get(id) || null }))
    save.mutate(changes, { onSuccess: onClose })
  }
  return (
    <FormDialog
      title={t('prices.title')}
      submit={t('prices.save')}
      back={t('common:cancel')}
      busy={save.isPending}
      dirty={changed.length > 0}
      onClose={onClose}
      onSubmit={submit}
    >
      <Text size="sm" c="dimmed">
        {t('prices.hint')}
      </Text>
      <div className={classes.prices}>
        {services.map(({ id, code, text, priceMinor, currency }) => (
          <MoneyInput
            key={id}
            label={[code, text].filter(Boolean).join(' · ')}
            description={t('prices.regular', { price: moneyText(priceMinor, currency, language) })}
            currency={currency}
            value={prices.get(id) ?? ''}
            onChange={(value) => setPrices(new Map(prices).set(id, value))}
          />
        ))}
      </div>
    </FormDialog>
  )
}

function useSavePrices(clientId: ClientId) {
  const { t } = useTranslation('service')
  const cache = useQueryClient()
  return useMutation({
    mutationFn: async (changes: { serviceId: ServiceId; priceMinor: string | null }[]) => {
      for (const change of changes) await api.service.savePrice({ clientId, ...change })
    },
    onSuccess: () => toast.success(t('prices.saved')),
    onError: () => toast.error(t('prices.saveFailed')),
    onSettled: () => cache.invalidateQueries({ queryKey: orpc.service.pricesOf.key() }),
  })
}
