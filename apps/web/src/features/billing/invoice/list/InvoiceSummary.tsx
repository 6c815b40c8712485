import type { InvoiceSums } from '@attune/contract/features/billing/invoice/invoice.schemas'
import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { orpc } from '../../../../platform/api/api.ts'
import { useLocale } from '../../../../platform/settings/use-locale.ts'
import { localDay, monthInSentence } from '../../../../ui/page/date-text.ts'
import { moneyText } from '../../../../ui/page/money-text.ts'
import { Query } from '../../../../ui/page/loading/Query.tsx'
import { useNow } from '../../../../ui/page/use-now.ts'
import classes from './InvoiceSummary.module.css'

/** Shows the amounts that are open, overdue and paid this month, in a row for each currency. Sums are never added across currencies. */
export function InvoiceSummary() {
  const { t } = useTranslation('invoice')
  const summary = useQuery(orpc.invoice.summary.queryOptions({ input: {} }))
  return (
    <div className={classes.whole}>
      <Query
        of={summary}
        pending={<Skeleton height={94} radius={14} />}
        failed={t('summary.failed')}
        again={t('again')}
        card
      >
        {({ items }) => items.map((of) => <CurrencySummary key={of.currency} of={of} />)}
      </Query>
    </div>
  )
}

function CurrencySummary({ of: { currency, open, overdue, paidThisMonth } }: { of: InvoiceSums }) {
  const { t } = useTranslation('invoice')
  const locale = useLocale()
  const month = monthInSentence(localDay(useNow().toISOString(), locale), locale.language)
  const count = (sum: { count: number }) => t('summary.count', { count: sum.count })
  const late = overdue.count
    ? t('statusWith', { status: count(overdue), when: t('due.days', { count: overdue.days }) })
    : count(overdue)
  const sums = [
    [t('summary.open'), open, count(open)],
    [t('summary.overdue'), overdue, late],
    [t('summary.paid', { month }), paidThisMonth, count(paidThisMonth)],
  ] as const
  return (
    <dl className={classes.sums}>
      {sums.map(([name, { minor }, details]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd className={classes.amount}>{moneyText(minor, currency, locale.language)}</dd>
          <dd className={classes.details}>{details}</dd>
        </div>
      ))}
    </dl>
  )
}
