import type { ClientId, FileId } from '@attune/contract/common/ids'
import type { ClientDocument, DocumentRequest } from '@attune/contract/features/care/document/document'
import { Button } from '@mantine/core'
import { IconFolder, IconMessageQuestion, IconShare, IconShareOff, IconTrash, IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, createId, orpc } from '../../../platform/api/api.ts'
import { lazyNamed } from '../../../platform/lazy-named.ts'
import { useLocale } from '../../../platform/settings/use-locale.ts'
import { ActionMenu } from '../../../ui/page/menu/ActionMenu.tsx'
import { dateText, localDay } from '../../../ui/page/date-text.ts'
import { EmptyState } from '../../../ui/page/loading/EmptyState.tsx'
import { RowSkeletons } from '../../../ui/page/loading/ListStates.tsx'
import { Query } from '../../../ui/page/loading/Query.tsx'
import { CardRow, Section } from '../../../ui/page/Section.tsx'
import { toast } from '../../../ui/toast/toast.ts'
import classes from './document.module.css'
import { DocumentRow } from './DocumentRow.tsx'
import { DocumentUpload } from './DocumentUpload.tsx'
import { useDocumentMutation, useSubscribeToDocuments } from './use-documents.ts'

const AskDialog = lazyNamed(() => import('./AskDialog.tsx'), 'AskDialog')

type Props = { client: { id: ClientId; name: string }; may: boolean }

/** The documents in a client's record, and the document requests to the client. */
export function ClientDocuments({ client, may }: Props) {
  const { t } = useTranslation(['document', 'file'])
  const { id: clientId } = client
  const [asked, setAsked] = useState(false)
  useSubscribeToDocuments()
  const read = useQuery(orpc.document.ofClient.queryOptions({ input: { clientId } }))
  const add = useDocumentMutation(async (fileIds: FileId[]) => {
    for (const fileId of fileIds) await api.document.add({ id: createId(), clientId, fileId, isShared: false })
  })
  const ask = may && <AskButton onClick={() => setAsked(true)} />
  const none = read.data?.items.length === 0 && read.data.requests.length === 0
  return (
    <>
      <Section title={t('title')} action={ask} rows>
        <Query of={read} pending={<RowSkeletons rows={3} avatar={false} />} failed={t('failed')} again={t('again')}>
          {({ items, requests }) => (
            <>
              {none && <EmptyState icon={IconFolder} level="h3" title={t('emptyTitle')} text={t('emptyText')} />}
              {requests.map((request: DocumentRequest) => (
                <RequestRow key={request.id} clientId={clientId} request={request} />
              ))}
              {items.map((item: ClientDocument) => (
                <DocumentOfClient key={item.id} client={client} item={item} />
              ))}
            </>
          )}
        </Query>
        <div className={classes.inset}>
          <DocumentUpload
            name={`documents:${clientId}`}
            submit={t('add')}
            isPending={add.isPending}
            onKeep={(fileIds) => add.mutateAsync(fileIds)}
          />
        </div>
      </Section>
      {asked && <AskDialog client={client} onClose={() => setAsked(false)} />}
    </>
  )
}

function AskButton({ onClick }: { onClick: () => void }) {
  const { t } = useTranslation('document')
  return (
    <Button
      variant="light"
      size="compact-sm"
      leftSection={<IconMessageQuestion size={16} aria-hidden />}
      aria-haspopup="dialog"
      onClick={onClick}
    >
      {t('ask.action')}
    </Button>
  )
}

function DocumentOfClient({ client, item }: { client: Props['client']; item: ClientDocument }) {
  const { t } = useTranslation('document')
  const of = { clientId: client.id, id: item.id }
  const restore = useDocumentMutation(() => api.document.restore(of))
  const remove = useDocumentMutation(
    () => api.document.remove(of),
    () =>
      toast({
        variant: 'success',
        title: t('removed'),
        action: { label: t('undo'), onClick: () => restore.mutate(undefined) },
      }),
  )
  const share = useDocumentMutation(
    (isShared: boolean) => api.document.share({ ...of, isShared }),
    (isShared) => toast.success(t(isShared ? 'share.done' : 'share.ended')),
  )
  const { isFromClient, isShared } = item
  const sharing = isShared
    ? { label: t('share.end'), icon: IconShareOff, onClick: () => share.mutate(false) }
    : { label: t('share.action', { name: client.name }), icon: IconShare, onClick: () => share.mutate(true) }
  return (
    <DocumentRow
      item={item}
      by={isFromClient ? t('by', { name: client.name }) : t('byYou')}
      more={!isFromClient && isShared && t('share.fact')}
    >
      <ActionMenu
        label={t('more', { name: item.file.name })}
        items={[
          ...(isFromClient ? [] : [sharing]),
          { label: t('remove'), icon: IconTrash, danger: true, onClick: () => remove.mutate(undefined) },
        ]}
      />
    </DocumentRow>
  )
}

function RequestRow({ clientId, request }: { clientId: ClientId; request: DocumentRequest }) {
  const { t } = useTranslation('document')
  const locale = useLocale()
  const cancel = useDocumentMutation(() => api.document.cancelRequest({ clientId, id: request.id }))
  return (
    <CardRow wraps>
      <div className={classes.texts}>
        <div className={classes.name}>{request.title}</div>
        <div className={classes.facts}>
          {t('ask.since', { day: dateText(localDay(request.askedAt, locale), locale.language) })}
        </div>
      </div>
      <ActionMenu
        label={t('more', { name: request.title })}
        items={[{ label: t('ask.cancel'), icon: IconX, danger: true, onClick: () => cancel.mutate(undefined) }]}
      />
    </CardRow>
  )
}
