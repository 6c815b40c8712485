import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { orpc } from '../../../platform/api/api.ts'
import { useLocale } from '../../../platform/settings/use-locale.ts'
import { momentInSentence } from '../../../ui/page/date-text.ts'
import { Query } from '../../../ui/page/loading/Query.tsx'
import { Section } from '../../../ui/page/Section.tsx'
import { NoTexts } from './NoTexts.tsx'
import classes from './text-totals.module.css'
import { TextTotalsTable } from './TextTotalsTable.tsx'

/** Shows an admin the number of text messages that the practice has sent and received by month. */
export function PracticeTextTotals() {
  const { t } = useTranslation('textTotals')
  const read = useQuery(orpc.textMessage.practiceTotals.queryOptions({ input: {} }))
  return (
    <Section title={t('title')} hint={t('practiceHint')}>
      <Query of={read} pending={<Skeleton height={120} />} failed={t('failed')} again={t('again')}>
        {({ items, unknown }) => (
          <>
            {items.length > 0 ? <TextTotalsTable items={items} /> : <NoTexts />}
            {unknown.latestAt !== null && <UnknownTexts count={unknown.count} latestAt={unknown.latestAt} />}
          </>
        )}
      </Query>
    </Section>
  )
}

/** The number of received text messages from numbers that belong to no client. */
function UnknownTexts({ count, latestAt }: { count: number; latestAt: string }) {
  const { t } = useTranslation('textTotals')
  const locale = useLocale()
  return <p className={classes.unknown}>{t('unknown', { count, when: momentInSentence(latestAt, locale) })}</p>
}
