import type { FileId } from '@attune/contract/common/ids'
import type { OwnRequest } from '@attune/contract/features/care/document/document'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api, createId, orpc } from '../../../platform/api/api.ts'
import { Section } from '../../../ui/page/Section.tsx'
import { Query } from '../../../ui/page/loading/Query.tsx'
import { toast } from '../../../ui/toast/toast.ts'
import { DocumentRow } from './DocumentRow.tsx'
import { DocumentUpload } from './DocumentUpload.tsx'
import { useDocumentMutation, useSubscribeToDocuments } from './use-documents.ts'

/** Lists the document requests to a client, and the documents that the client can see. Renders nothing if there are none. */
export function OwnDocuments() {
  const { t } = useTranslation('document')
  useSubscribeToDocuments()
  const read = useQuery(orpc.document.mine.queryOptions({ input: {} }))
  const { items = [], requests = [] } = read.data ?? {}
  return (
    <>
      {read.isError && !read.data && (
        <Section title={t('title')}>
          <Query of={read} failed={t('failed')} again={t('again')} />
        </Section>
      )}
      {requests.map((request) => (
        <RequestCard key={request.id} request={request} />
      ))}
      {items.length > 0 && (
        <Section title={t('title')} rows>
          {items.map((item) => (
            <DocumentRow
              key={item.id}
              item={item}
              by={item.isFromClient ? t('byYou') : t('by', { name: item.therapistName })}
            />
          ))}
        </Section>
      )}
    </>
  )
}

function RequestCard({ request: { id: requestId, title, therapistName } }: { request: OwnRequest }) {
  const { t } = useTranslation('document')
  const answer = useDocumentMutation(
    (fileId: FileId) => api.document.answer({ id: createId(), requestId, fileId }),
    () => toast.success(t('answer.done')),
  )
  return (
    <Section title={title} hint={t('answer.hint', { name: therapistName })}>
      <DocumentUpload
        name={`document-request:${requestId}`}
        submit={t('answer.action')}
        isPending={answer.isPending}
        onKeep={async ([fileId]) => fileId && answer.mutateAsync(fileId)}
      />
    </Section>
  )
}
