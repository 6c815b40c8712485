import type { ClientId, InvoiceId } from '@attune/contract/common/ids'
import { paymentProviderName } from '@attune/contract/features/billing/online-payment/online-payment.rules'
import { Button } from '@mantine/core'
import { IconExternalLink } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { api, orpc } from '../../../platform/api/api.ts'
import { errorCode } from '../../../platform/api/errors.ts'
import { transport } from '../../../platform/api/transport.ts'
import { Callout } from '../../../ui/base/Callout.tsx'
import { FormError } from '../../../ui/base/FormError.tsx'
import { useErrorMessage } from '../../../ui/base/use-error-message.ts'
import classes from './online-payment.module.css'

type PayOnlineProps = {
  invoiceId: InvoiceId
  /** The client for whom a guardian pays. Absent if the client pays. */
  actingFor?: ClientId | undefined
  /** The account for a transfer. Hidden while an online payment is pending, so that no one pays twice. */
  account?: ReactNode
  /** The hint to ask the practice how to pay, shown without an account if online payment is off. */
  ask?: ReactNode
}

/** Lets the client, or a guardian, pay the open amount of an invoice on the provider's page, or by transfer. */
export function PayOnline({ invoiceId, actingFor, account, ask }: PayOnlineProps) {
  const { t } = useTranslation('onlinePayment')
  const offer = useOffer(invoiceId, actingFor)
  const { start, problem } = useStart(invoiceId, actingFor)
  const state = offer.data?.state ?? 'off'
  if (offer.isPending) return account
  if (state === 'off' && !problem) return ask || account
  if (state === 'processing') return <Callout kind="time">{t('pay.processing')}</Callout>
  return (
    <>
      <div className={classes.pay}>
        {state === 'ready' && (
          <>
            <Button
              rightSection={<IconExternalLink size={18} aria-hidden />}
              loading={start.isPending}
              onClick={() => start.mutate()}
            >
              {t('pay.action')}
            </Button>
            <div className={classes.quiet}>{t('pay.hint', { provider: paymentProviderName })}</div>
          </>
        )}
        <FormError>{problem}</FormError>
      </div>
      {account}
    </>
  )
}

/** A button that opens the provider's page for an invoice of a list. Renders nothing unless the invoice can be paid online now. */
export function PayOnlineButton({ invoiceId, actingFor, number }: PayOnlineProps & { number: string }) {
  const { t } = useTranslation(['onlinePayment', 'common'])
  const offer = useOffer(invoiceId, actingFor)
  const { start, problem } = useStart(invoiceId, actingFor)
  if (offer.data?.state !== 'ready' && !problem) return null
  return (
    <>
      {offer.data?.state === 'ready' && (
        <Button
          variant="light"
          size="compact-md"
          aria-label={t('common:labelled', { label: t('pay.action'), text: number })}
          loading={start.isPending}
          onClick={() => start.mutate()}
        >
          {t('pay.action')}
        </Button>
      )}
      <FormError>{problem}</FormError>
    </>
  )
}

const useOffer = (invoiceId: InvoiceId, actingFor: ClientId | undefined) =>
  useQuery({
    queryKey: [...orpc.onlinePayment.offer.key(), invoiceId, actingFor ?? ''],
    queryFn: () =>
      actingFor ? api.guardian.payOffer({ actingFor, id: invoiceId }) : api.onlinePayment.offer({ invoiceId }),
  })

const startRefusals = ['NOT_ON', 'NOTHING_OPEN', 'PROCESSING', 'PROVIDER_FAILED'] as const

/** Requests the URL of the provider's page and opens it. The native app opens it in the system's browser. */
function useStart(invoiceId: InvoiceId, actingFor: ClientId | undefined) {
  const { t } = useTranslation('onlinePayment')
  const general = useErrorMessage()
  const cache = useQueryClient()
  const start = useMutation({
    mutationFn: () =>
      actingFor ? api.guardian.startPayment({ actingFor, id: invoiceId }) : api.onlinePayment.start({ invoiceId }),
    onSuccess: ({ url }) => transport().open?.(url) ?? location.assign(url),
    onError: () => {
      void cache.invalidateQueries({ queryKey: orpc.onlinePayment.offer.key() })
      void cache.invalidateQueries({ queryKey: orpc.invoice.key() })
      if (actingFor) void cache.invalidateQueries({ queryKey: orpc.guardian.invoice.key() })
    },
  })
  const code = startRefusals.find((one) => one === errorCode(start.error))
  return { start, problem: start.error && (code ? t(`pay.refused.${code}`) : general(start.error)) }
}
