import type { ClientId, InvoiceId } from '@attune/contract/common/ids'
import { paymentProviderName } from '@attune/contract/features/billing/online-payment/online-payment.rules'
import { Button } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { api, orpc } from '../../../platform/api/api.ts'
import { Callout } from '../../../ui/base/Callout.tsx'
import { toast } from '../../../ui/toast/toast.ts'
import classes from './online-payment.module.css'
import { parsePaidSearch } from './paid-search.ts'

type Props = {
  invoiceId: InvoiceId
  /** The client for whom a guardian has paid. Absent if the client has paid. */
  actingFor?: ClientId | undefined
}

/** Asks the provider about the payment of a client or a guardian who has just returned from its page, and shows the result. */
export function OnlineReturn({ invoiceId, actingFor }: Props) {
  const { paid } = parsePaidSearch(useSearch({ strict: false }))
  if (!paid) return null
  return (
    <div className={classes.returned}>
      <Returned invoiceId={invoiceId} actingFor={actingFor} />
    </div>
  )
}

function Returned({ invoiceId, actingFor }: Props) {
  const { t } = useTranslation('onlinePayment')
  const check = useCheck({ invoiceId, actingFor })
  const provider = paymentProviderName
  if (check.data?.state === 'paid') return null
  if (check.isFetching) return <Callout kind="time">{t('return.checking')}</Callout>
  const again = (
    <Button variant="default" size="compact-sm" onClick={() => void check.refetch()}>
      {t('return.again')}
    </Button>
  )
  if (check.data?.state === 'processing') return <Callout kind="time">{t('pay.processing')}</Callout>
  return (
    <Callout kind={check.isError ? 'warning' : 'info'} urgent action={again}>
      {t(check.isError ? 'return.failed' : 'return.none', { provider })}
    </Callout>
  )
}

/**
 * Returns the query that asks once for the state of the payment. The invoice is then loaded again. If the payment is booked, the parameter `paid` is
 * removed from the URL.
 */
function useCheck({ invoiceId, actingFor }: Props) {
  const { t } = useTranslation('onlinePayment')
  const cache = useQueryClient()
  const navigate = useNavigate()
  const check = useQuery({
    queryKey: [...orpc.onlinePayment.check.key(), invoiceId],
    queryFn: () =>
      actingFor ? api.guardian.checkPayment({ actingFor, id: invoiceId }) : api.onlinePayment.check({ invoiceId }),
    gcTime: 0,
    retry: false,
    refetchOnMount: 'always',
    refetchOnWindowFocus: false,
  })
  const state = check.data?.state
  useEffect(() => {
    if (!state) return
    void cache.invalidateQueries({ queryKey: orpc.invoice.key() })
    if (actingFor) void cache.invalidateQueries({ queryKey: orpc.guardian.invoice.key() })
    void cache.invalidateQueries({ queryKey: orpc.onlinePayment.offer.key() })
    if (state !== 'paid') return
    toast.success(t('return.paid'))
    void navigate({ to: '.', search: {} as never, replace: true })
  }, [state, actingFor, cache, navigate, t])
  return check
}
