import type { InvoiceId } from '@attune/contract/common/ids'
import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../../../platform/api/api.ts'
import { FormError } from '../../../../ui/base/FormError.tsx'
import { Callout } from '../../../../ui/base/Callout.tsx'
import { useInvoiceRefusalText } from '../invoice-refusals.ts'
import { useInvalidateInvoices } from '../use-invoices.ts'

/** Shows when the emails about invoices will be sent, with a button that stops them. Afterwards shows whether they were sent. */
export function StopSending({ ids, sendAt }: { ids: InvoiceId[]; sendAt: number }) {
  const { t } = useTranslation('issueMany')
  const seconds = useSecondsUntil(sendAt)
  const refusal = useInvoiceRefusalText()
  const changed = useInvalidateInvoices()
  const stop = useMutation({
    mutationFn: () => api.invoice.stopSending({ ids }, { context: { offline: 'fail' } }),
    onSettled: changed,
  })
  if (stop.data) return <Stopped count={ids.length} stopped={stop.data.stopped.length} />
  if (seconds === 0) return <Callout kind="calm">{t('left')}</Callout>
  return (
    <Callout
      kind="time"
      title={t('leaving', { count: seconds })}
      action={
        <Button variant="default" loading={stop.isPending} onClick={() => stop.mutate()}>
          {t('stopSending')}
        </Button>
      }
    >
      {t('stays', { count: ids.length })}
      <FormError>{stop.error && refusal(stop.error)}</FormError>
    </Callout>
  )
}

function Stopped({ count, stopped }: { count: number; stopped: number }) {
  const { t } = useTranslation('issueMany')
  const hadLeft = count - stopped
  return (
    <Callout kind={hadLeft > 0 ? 'warning' : 'calm'} urgent>
      {stopped > 0 && <p>{t('stopped', { count: stopped })}</p>}
      {hadLeft > 0 && <p>{t('hadLeft', { count: hadLeft })}</p>}
    </Callout>
  )
}

/** Returns the seconds until a time, at least 0. The component renders again every second until then. */
function useSecondsUntil(at: number): number {
  const [now, setNow] = useState(() => Date.now())
  const seconds = Math.max(0, Math.ceil((at - now) / 1000))
  useEffect(() => {
    if (seconds === 0) return
    const timer = setTimeout(() => setNow(Date.now()), 1000)
    return () => clearTimeout(timer)
  }, [seconds, now])
  return seconds
}
