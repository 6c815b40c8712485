import type { BankEntry } from '@attune/contract/features/billing/payment/payment.bank-file.rules'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyNamed } from '../../../../../platform/lazy-named.ts'
import { useLocale } from '../../../../../platform/settings/use-locale.ts'
import { TextLink } from '../../../../../ui/base/TextLink.tsx'
import { moneyText } from '../../../../../ui/page/money-text.ts'
import classes from '../BankFile.module.css'
import { BankEntryFacts } from '../BankEntryFacts.tsx'

const ReverseEntryDialog = lazyNamed(() => import('./ReverseEntryDialog.tsx'), 'ReverseEntryDialog')

/** An entry that takes back recorded payments, with their invoices and a button that reverses them. */
export function ReversedEntryRow({ entry }: { entry: BankEntry }) {
  const { t } = useTranslation(['bankFile', 'payment'])
  const { language } = useLocale()
  const [step, setStep] = useState<'listed' | 'asked' | 'done'>('listed')
  const amount = moneyText(entry.amountMinor, entry.currency, language)
  const payer = entry.payer || t('review.noPayer')
  return (
    <li className={classes.row} data-plain>
      <BankEntryFacts entry={entry} />
      <div className={classes.match}>
        {entry.reverses.map(({ paymentId, invoiceId, number, amountMinor }) => (
          <span key={paymentId} className={classes.invoice}>
            <TextLink to="/dashboard/therapist/payments/$invoiceId" params={{ invoiceId }}>
              {number}
            </TextLink>{' '}
            · {moneyText(amountMinor, entry.currency, language)}
          </span>
        ))}
        {entry.isNamedOnce && step !== 'done' && <span>{t('review.namedOnce')}</span>}
        {step === 'done' ? (
          <span role="status">{t('payment:reverse.done')}</span>
        ) : (
          <Button
            variant="default"
            size="compact-sm"
            aria-label={t('match.labelled', { action: t('payment:reverse.action'), amount, payer })}
            onClick={() => setStep('asked')}
          >
            {t('payment:reverse.action')}
          </Button>
        )}
      </div>
      {step === 'asked' && (
        <ReverseEntryDialog entry={entry} onDone={() => setStep('done')} onClose={() => setStep('listed')} />
      )}
    </li>
  )
}
