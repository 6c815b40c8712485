import type { OwnStatement } from '@attune/contract/features/billing/payment/payment.statement'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { orpc } from '../../../../platform/api/api.ts'
import { useSubscription } from '../../../../platform/realtime/use-subscription.ts'
import { DownloadButton } from '../../../../ui/file/DownloadButton.tsx'
import { CardRow, Section } from '../../../../ui/page/Section.tsx'
import classes from './OwnInvoice.module.css'
import { Query } from '../../../../ui/page/loading/Query.tsx'

/** Lists the statements that the acting client can download, by year and practice. Renders nothing if there are none. */
export function OwnStatements() {
  const { t } = useTranslation('ownInvoice')
  const read = useOwnStatements()
  const items = read.data?.items ?? []
  const failed = read.isError && !read.data
  if (items.length === 0 && !failed) return null
  // The names are only needed if the person has several records.
  const hasNames = new Set(items.map(({ name }) => name)).size > 1
  return (
    <div className={classes.statements}>
      <Section title={t('statements.title')} hint={t('statements.hint')} rows={!failed}>
        <Query of={read} failed={t('statements.failed')} again={t('again')} />
        {items.map((item) => (
          <StatementRow key={`${item.clientId} ${item.year}`} item={item} hasName={hasNames} />
        ))}
      </Section>
    </div>
  )
}

function StatementRow({ item, hasName }: { item: OwnStatement; hasName: boolean }) {
  const { t } = useTranslation('ownInvoice')
  const { clientId, year, businessName, name, script } = item
  const from = [businessName, hasName && name].filter(Boolean).join(' · ')
  return (
    <CardRow>
      <div className={classes.payment}>
        <div>{year}</div>
        <div className={classes.quiet}>{from}</div>
      </div>
      {script ? (
        <div className={classes.quiet}>{t('statements.letters')}</div>
      ) : (
        <DownloadButton
          path={`/api/statement/${clientId}/${year}`}
          label={t('statements.download')}
          name={`${year}, ${from}`}
        />
      )}
    </CardRow>
  )
}

function useOwnStatements() {
  const cache = useQueryClient()
  const changed = () => void cache.invalidateQueries({ queryKey: orpc.payment.ownStatements.key() })
  useSubscription('invoices', changed)
  useSubscription('payments', changed)
  return useQuery(orpc.payment.ownStatements.queryOptions({ input: {} }))
}
