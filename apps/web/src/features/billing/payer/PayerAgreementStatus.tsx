import type { Payer } from '@attune/contract/features/billing/payer/payer'
import { Button, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyNamed } from '../../../platform/lazy-named.ts'
import { useLocale } from '../../../platform/settings/use-locale.ts'
import { Callout } from '../../../ui/base/Callout.tsx'
import { dateText, localDay } from '../../../ui/page/date-text.ts'
import classes from './payer.module.css'
import { agreementState, useWithdrawAgreement } from './use-payer.ts'

const PayerAgreementDialog = lazyNamed(() => import('./PayerAgreementDialog.tsx'), 'PayerAgreementDialog')

/** Shows whether the client agreed to the payer, with buttons that record the agreement or its withdrawal. `name` is the client's name. */
export function PayerAgreementStatus({ payer, name }: { payer: Payer; name: string }) {
  const { t } = useTranslation('payer')
  const locale = useLocale()
  const [isOpen, setOpen] = useState(false)
  const withdraw = useWithdrawAgreement(t('agreement.withdrawn'))
  const state = agreementState(payer)
  const payerId = payer.id
  if (payerId === null || payer.kind === 'client') return null
  const day = (instant: string | null) => (instant ? dateText(localDay(instant, locale), locale.language) : '')
  const values = { name, payer: payer.name, when: day(state === 'withdrawn' ? payer.withdrawnAt : payer.agreedAt) }
  if (state === 'notNeeded')
    return (
      <Text size="sm" c="dimmed">
        {t('agreement.notNeeded', values)}
      </Text>
    )
  return (
    <div className={classes.agreement}>
      {state === 'given' ? (
        <>
          <Text size="sm">{t(`agreement.given.${payer.agreedBy ?? 'therapist'}`, values)}</Text>
          <Button
            className={classes.small}
            variant="subtle"
            size="compact-sm"
            loading={withdraw.isPending}
            onClick={() => withdraw.mutate({ id: payer.clientId, payerId })}
          >
            {t('agreement.withdraw')}
          </Button>
        </>
      ) : (
        <>
          <Callout kind="warning">{t(`agreement.${state === 'none' ? 'missing' : 'over'}`, values)}</Callout>
          <Button variant="default" onClick={() => setOpen(true)}>
            {t('agreement.record')}
          </Button>
        </>
      )}
      {isOpen && <PayerAgreementDialog payer={{ ...payer, id: payerId }} name={name} onClose={() => setOpen(false)} />}
    </div>
  )
}
