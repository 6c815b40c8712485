import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { orpc } from '../../../platform/api/api.ts'
import { Query } from '../../../ui/page/loading/Query.tsx'
import { Section } from '../../../ui/page/Section.tsx'
import { NoTexts } from './NoTexts.tsx'
import { TextTotalsTable } from './TextTotalsTable.tsx'

/**
 * How many text messages the therapist has sent and received by month. Shows nothing until the answer is there, nor if the therapist can
 * write on no channel and never has.
 */
export function OwnTextTotals() {
  const { t } = useTranslation('textTotals')
  const read = useQuery({ ...orpc.textMessage.totals.queryOptions({ input: {} }), refetchOnMount: 'always' })
  return (
    <Query of={read} failed={t('failed')} again={t('again')} card>
      {({ items, channels }) =>
        (items.length > 0 || channels.length > 0) && (
          <Section title={t('title')} hint={t('hint')}>
            {items.length > 0 ? <TextTotalsTable items={items} /> : <NoTexts />}
          </Section>
        )
      }
    </Query>
  )
}
