import { useMutation, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api, orpc } from '../../../platform/api/api.ts'
import { useMe } from '../../../platform/login/login.ts'
import { useSubscription } from '../../../platform/realtime/use-subscription.ts'
import { Callout } from '../../../ui/base/Callout.tsx'
import { Query } from '../../../ui/page/loading/Query.tsx'
import { RowSkeletons } from '../../../ui/page/loading/ListStates.tsx'
import { CardRow, Section } from '../../../ui/page/Section.tsx'
import { ExportRow } from './ExportRow.tsx'

/** The person's export of their own data. */
export function PersonalExportSection() {
  const { t } = useTranslation('personalExport')
  const role = useMe()?.role
  const found = useQuery(orpc.personalExport.find.queryOptions({ input: {} }))
  const onChange = () => void found.refetch()
  useSubscription('personalExports', onChange)
  const start = useMutation({ mutationFn: () => api.personalExport.start({}), onSettled: onChange })
  return (
    <Section title={t('title')} rows>
      <Query of={found} pending={<RowSkeletons rows={1} />} failed={t('failed')} again={t('again')}>
        {({ latest, therapists }) => (
          <>
            <ExportRow
              label={t('label')}
              hint={t('hint')}
              latest={latest}
              progress={({ done, parts }) => t('progress', { done, parts })}
              make={{ onClick: () => start.mutate(), isPending: start.isPending, error: start.error }}
              remove={() => api.personalExport.remove({})}
              download={() => api.personalExport.download({})}
              onChange={onChange}
            />
            {therapists.map(({ id, name }) => (
              <CardRow key={id}>
                <Callout>{t('leftOut', { name })}</Callout>
              </CardRow>
            ))}
            {role === 'therapist' && (
              <CardRow>
                <Callout>{t('records')}</Callout>
              </CardRow>
            )}
          </>
        )}
      </Query>
    </Section>
  )
}
