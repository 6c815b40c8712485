import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { orpc } from '../../../platform/api/api.ts'
import { Query } from '../../../ui/page/loading/Query.tsx'
import { Section } from '../../../ui/page/Section.tsx'
import { NoTexts } from './NoTexts.tsx'
import { TextTotalsTable } from './TextTotalsTable.tsx'

/**
 * The therapist's sent and received text messages by month. Renders nothing while loading, and nothing if the therapist has neither a channel nor
 * past text messages.
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
