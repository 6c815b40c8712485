import type { OwnSuperbill } from '@attune/contract/features/billing/superbill/superbill'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { orpc } from '../../../platform/api/api.ts'
import { CardRow, Section } from '../../../ui/page/Section.tsx'
import { SuperbillDownload } from './SuperbillDownload.tsx'
import classes from './superbill.module.css'
import { useSubscribeToSuperbills, useSuperbillTexts } from './use-superbills.ts'
import { Query } from '../../../ui/page/loading/Query.tsx'

/** Lists the superbills of the acting client with their downloads. Renders nothing if there are none. */
export function OwnSuperbills() {
  const { t } = useTranslation('superbill')
  useSubscribeToSuperbills()
  const read = useQuery(orpc.superbill.mine.queryOptions({ input: {} }))
  const items = read.data?.items ?? []
  const failed = read.isError && !read.data
  if (items.length === 0 && !failed) return null
  // The names are only needed if the person has several records.
  const hasNames = new Set(items.map(({ name }) => name)).size > 1
  return (
    <div className={classes.own}>
      <Section title={t('title')} hint={t('own.hint')} rows={!failed}>
        <Query of={read} failed={t('failed')} again={t('again')} />
        {items.map((item) => (
          <OwnSuperbillRow key={item.id} item={item} hasName={hasNames} />
        ))}
      </Section>
    </div>
  )
}

type RowProps = {
  item: OwnSuperbill
  /** Whether the name of the client is shown. */
  hasName: boolean
  /** The client for whom the reader acts as a guardian. */
  actingFor?: string
}

/** A superbill as a client or a guardian sees it, with its download. */
export function OwnSuperbillRow({ item, hasName, actingFor }: RowProps) {
  const { t } = useTranslation('superbill')
  const { period, obstacle } = useSuperbillTexts()
  const { businessName, name, sessions } = item
  const from = [businessName, hasName && name, t('sessions', { count: sessions })].filter(Boolean).join(' · ')
  return (
    <CardRow>
      <div className={classes.texts}>
        <div>{period(item)}</div>
        <div className={classes.quiet}>{from}</div>
        {obstacle(item) && <div className={classes.quiet}>{obstacle(item)}</div>}
      </div>
      <SuperbillDownload item={item} actingFor={actingFor} />
    </CardRow>
  )
}
