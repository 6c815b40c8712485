import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, orpc } from '../../../platform/api/api.ts'
import { lazyNamed } from '../../../platform/lazy-named.ts'
import { useSubscription } from '../../../platform/realtime/use-subscription.ts'
import { Query } from '../../../ui/page/loading/Query.tsx'
import { RowSkeletons } from '../../../ui/page/loading/ListStates.tsx'
import { Section } from '../../../ui/page/Section.tsx'
import { ExportRow } from './ExportRow.tsx'

const RecordsExportDialog = lazyNamed(() => import('./RecordsExportDialog.tsx'), 'RecordsExportDialog')

/** A therapist's export of all records. */
export function RecordsExportSection() {
  const { t } = useTranslation('personalExport')
  const [open, setOpen] = useState(false)
  const found = useQuery(orpc.personalExport.findRecords.queryOptions({ input: {} }))
  const onChange = () => void found.refetch()
  useSubscription('personalExports', onChange)
  return (
    <Section title={t('allRecords.title')} rows>
      <Query of={found} pending={<RowSkeletons rows={1} />} failed={t('allRecords.failed')} again={t('again')}>
        {({ latest }) => (
          <ExportRow
            label={t('allRecords.label')}
            hint={t('allRecords.hint')}
            latest={latest}
            progress={({ done, parts }) => t('allRecords.progress', { done, parts })}
            make={{ onClick: () => setOpen(true), isPending: false, error: undefined }}
            remove={() => api.personalExport.removeRecords({})}
            download={() => api.personalExport.downloadRecords({})}
            onChange={onChange}
          />
        )}
      </Query>
      {open && (
        <RecordsExportDialog
          onClose={() => {
            setOpen(false)
            onChange()
          }}
        />
      )}
    </Section>
  )
}
