import type { OwnSuperbill } from '@attune/contract/features/billing/superbill/superbill'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { orpc } from '../../../platform/api/api.ts'
import { LoadFailed } from '../../../ui/page/loading/ListStates.tsx'
import { CardRow, Section } from '../../../ui/page/Section.tsx'
import { SuperbillDownload } from './SuperbillDownload.tsx'
import classes from './superbill.module.css'
import { useSubscribeToSuperbills, useSuperbillTexts } from './use-superbills.ts'

/** Lists the superbills of the acting client with their downloads. Renders nothing if there are none. */
export function OwnSuperbills() {
  const { t } = useTranslation('superbill')
  useSubscribeToSuperbills()
  const read = useQuery(orpc.superbill.mine.queryOptions({ input: {} }))
  const items = read.data?.items ?? []
  const failed = read.isError && !read.data
  if (items.length === 0 && !failed) return null
  // A person with one record does not need its name.
  const hasNames = new Set(items.map(({ name }) => name)).size > 1
  return (
    <div className={classes.own}>
      <Section title={t('title')} hint={t('own.hint')} rows={!failed}>
        {failed && <LoadFailed words={t('failed')} again={t('again')} onAgain={() => void read.refetch()} />}
        {items.map((item) => (
          <OwnSuperbillRow key={item.id} item={item} hasName={hasNames} />
        ))}
      </Section>
    </div>
  )
}

function OwnSuperbillRow({ item, hasName }: { item: OwnSuperbill; hasName: boolean }) {
  const { t } = useTranslation('superbill')
  const { period, obstacle } = useSuperbillTexts()
  const { businessName, name, sessions } = item
  const from = [businessName, hasName && name, t('sessions', { count: sessions })].filter(Boolean).join(' · ')
  return (
    <CardRow>
      <div className={classes.words}>
        <div>{period(item)}</div>
        <div className={classes.quiet}>{from}</div>
        {obstacle(item) && <div className={classes.quiet}>{obstacle(item)}</div>}
      </div>
      <SuperbillDownload item={item} />
    </CardRow>
  )
}
