import { estimateCurrency } from '@attune/contract/features/billing/estimate/estimate.currency.rules'
import type { EstimateItem } from '@attune/contract/features/billing/estimate/estimate.schemas'
import { Button } from '@mantine/core'
import { IconFileDollar, IconPlus } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyNamed } from '../../../../platform/lazy-named.ts'
import { useLocale } from '../../../../platform/settings/use-locale.ts'
import { EmptyState } from '../../../../ui/page/loading/EmptyState.tsx'
import { RowSkeletons } from '../../../../ui/page/loading/ListStates.tsx'
import { moneyText } from '../../../../ui/page/money-text.ts'
import { PageHeader } from '../../../../ui/page/PageHeader.tsx'
import { Card, CardRow, Section } from '../../../../ui/page/Section.tsx'
import { DueEstimates } from './DueEstimates.tsx'
import classes from '../Estimate.module.css'
import { useEstimateDay, usePeriodText } from '../period-text.ts'
import { useEstimateOverview } from '../use-estimates.ts'
import { Query } from '../../../../ui/page/loading/Query.tsx'

const NewEstimateDialog = lazyNamed(() => import('./NewEstimateDialog.tsx'), 'NewEstimateDialog')

/** Shows the due estimates, and the clients with a draft or estimates. */
export function EstimateListPage() {
  const { t } = useTranslation('estimate')
  const [asked, setAsked] = useState(false)
  const read = useEstimateOverview()
  const add = (
    <Button leftSection={<IconPlus size={18} aria-hidden />} aria-haspopup="dialog" onClick={() => setAsked(true)}>
      {t('new.action')}
    </Button>
  )
  const { isOffered = false, items = [], due = [] } = read.data ?? {}
  return (
    <>
      <PageHeader title={t('titles')} actions={isOffered && add} />

      <Query
        of={read}
        pending={
          <Card>
            <RowSkeletons rows={6} avatar={false} />
          </Card>
        }
        failed={t('failed')}
        again={t('again')}
        card
      />
      <DueEstimates due={due} />
      {read.data && items.length === 0 && (
        <Card>
          <EmptyState
            icon={IconFileDollar}
            title={t(isOffered ? 'emptyTitle' : 'notOffered')}
            text={t(isOffered ? 'emptyText' : 'notOfferedText')}
          />
        </Card>
      )}
      {items.length > 0 && <EstimateList items={items} />}
      {asked && <NewEstimateDialog onClose={() => setAsked(false)} />}
    </>
  )
}

function EstimateList({ items }: { items: readonly EstimateItem[] }) {
  const { t } = useTranslation('estimate')
  const { language } = useLocale()
  const day = useEstimateDay()
  const period = usePeriodText()
  const facts = ({ hasDraft, latest }: EstimateItem) => [
    ...(hasDraft ? [t('hasDraft')] : []),
    ...(latest
      ? [
          t('version', { number: latest.number, day: day(latest.givenOn) }),
          period(latest.periodFrom, latest.periodUntil),
          moneyText(latest.totalMinor, estimateCurrency, language),
        ]
      : []),
  ]
  return (
    <Section title={t('clients')} count={items.length} rows>
      {items.map((item) => (
        <CardRow key={item.clientId}>
          <div className={classes.texts}>
            <Link
              className={classes.link}
              to="/dashboard/therapist/payments/estimates/$clientId"
              params={{ clientId: item.clientId }}
            >
              {item.clientName}
            </Link>
            <div className={classes.facts}>{facts(item).join(' · ')}</div>
          </div>
        </CardRow>
      ))}
    </Section>
  )
}
