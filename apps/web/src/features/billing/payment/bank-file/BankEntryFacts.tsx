import type { BankEntry } from '@attune/contract/features/billing/payment/payment.bank-file.rules'
import { useTranslation } from 'react-i18next'
import { useLocale } from '../../../../platform/settings/use-locale.ts'
import { dateText } from '../../../../ui/page/date-text.ts'
import { moneyText } from '../../../../ui/page/money-text.ts'
import classes from './BankFile.module.css'

/** Shows the bank's data of an entry: day, payer, text and amount. */
export function BankEntryFacts({ entry: { day, payer, text, amountMinor, currency } }: { entry: BankEntry }) {
  const { t } = useTranslation('bankFile')
  const { language } = useLocale()
  return (
    <>
      <div className={classes.texts}>
        <div className={classes.payer}>{payer || t('review.noPayer')}</div>
        <div className={classes.text}>
          {dateText(day, language)}
          {text && ` · ${text}`}
        </div>
      </div>
      <span className={classes.amount}>{moneyText(amountMinor, currency, language)}</span>
    </>
  )
}
