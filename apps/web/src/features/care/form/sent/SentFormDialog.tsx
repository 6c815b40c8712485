import type { ClientId } from '@attune/contract/common/ids'
import type { SentForm } from '@attune/contract/features/care/form/form.schemas'
import { Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { orpc } from '../../../../platform/api/api.ts'
import { Callout } from '../../../../ui/base/Callout.tsx'
import { Dialog } from '../../../../ui/dialog/Dialog.tsx'
import { RowSkeletons } from '../../../../ui/page/loading/ListStates.tsx'
import { Query } from '../../../../ui/page/loading/Query.tsx'
import { FormPaper } from '../FormPaper.tsx'
import { PaperSignatureFacts } from '../PaperSignatureFacts.tsx'
import { SignatureFacts } from '../SignatureFacts.tsx'
import { LazyRecordId } from '../../record-copy/record-copy.ts'
import { FlaggedForm } from './FlaggedForm.tsx'
import { SignLinkList } from './SignLinkList.tsx'

type Props = { client: { id: ClientId; name: string }; item: SentForm; onClose: () => void }

/** Shows a sent form, with the answers and the signature once it is signed. */
export function SentFormDialog({ client, item, onClose }: Props) {
  const { t } = useTranslation(['form', 'formPaper'])
  const read = useQuery(orpc.form.sent.queryOptions({ input: { clientId: client.id, id: item.id } }))
  return (
    <Dialog title={item.title} size={680} onClose={onClose}>
      <Query of={read} pending={<RowSkeletons rows={5} avatar={false} />} failed={t('failed')} again={t('again')}>
        {(form) => (
          <Stack gap="md">
            <FlaggedForm client={client} form={form} />
            {form.answers === null && <Callout>{t(form.paper ? 'formPaper:answers' : 'sent.notYet')}</Callout>}
            {form.paper && <PaperSignatureFacts paper={form.paper} scan={form.scan} />}
            {item.isForGuardians && <SignLinkList clientId={client.id} id={item.id} />}
            <FormPaper content={form.content} answers={form.answers} />
            {form.signature && <SignatureFacts signature={form.signature} />}
            <LazyRecordId id={item.id} />
          </Stack>
        )}
      </Query>
    </Dialog>
  )
}
