import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { orpc } from '../../../../platform/api/api.ts'
import { useSubscription } from '../../../../platform/realtime/use-subscription.ts'
import { Query } from '../../../../ui/page/loading/Query.tsx'
import { RowSkeletons } from '../../../../ui/page/loading/ListStates.tsx'
import { Section } from '../../../../ui/page/Section.tsx'
import { LazyOwnSuperbillRow } from '../../../billing/superbill/superbill.ts'

/** The superbills of a client on the home of a guardian, with their downloads. */
export function GuardianSuperbillsSection({ clientId }: { clientId: string }) {
  const { t } = useTranslation('superbill')
  const read = useQuery(orpc.guardian.superbills.queryOptions({ input: { actingFor: clientId } }))
  const changed = () => void read.refetch()
  useSubscription('guardianSuperbills', changed)
  useSubscription('superbill_documents', changed)
  useSubscription('superbill_withdrawals', changed)
  const isEmpty = read.isSuccess && read.data.items.length === 0
  return (
    <Section title={t('title')} hint={t(isEmpty ? 'own.empty' : 'own.hint')} rows={!isEmpty}>
      <Query of={read} pending={<RowSkeletons rows={2} avatar={false} />} failed={t('failed')} again={t('again')}>
        {({ items }) =>
          items.map((item) => <LazyOwnSuperbillRow key={item.id} item={item} hasName={false} actingFor={clientId} />)
        }
      </Query>
    </Section>
  )
}
