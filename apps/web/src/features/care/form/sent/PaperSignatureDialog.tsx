import type { ClientId, FileId } from '@attune/contract/common/ids'
import { formLimits } from '@attune/contract/features/care/form/form.rules'
import type { SentForm } from '@attune/contract/features/care/form/form.schemas'
import { Input, Text, TextInput } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, createId, orpc } from '../../../../platform/api/api.ts'
import { FormDialog } from '../../../../ui/dialog/FormDialog.tsx'
import { DateInput } from '../../../../ui/input/DateInput.tsx'
import { toast } from '../../../../ui/toast/toast.ts'
import { FileList, ScanPicker, useUploads } from '../../file/file.ts'
import { useFormRefusalText, useInvalidateForms } from '../use-forms.ts'

type Props = { client: { id: ClientId; name: string }; item: SentForm; onClose: () => void }

/** Records who signed a form on paper and when, with a scan, or corrects the record. */
export function PaperSignatureDialog({ client, item, onClose }: Props) {
  const { t } = useTranslation(['form', 'formPaper', 'file'])
  const { paper } = item
  const [signerName, setSignerName] = useState(paper?.signerName ?? '')
  const [signedOn, setSignedOn] = useState(paper?.signedOn ?? '')
  const [isTried, setIsTried] = useState(false)
  const scan = useScan(client.id, item)
  const refusal = useFormRefusalText()
  const record = useRecordPaper({ client, item }, () => {
    scan.uploads.setServerFiles([])
    onClose()
  })
  const submit = () => {
    setIsTried(true)
    if (signerName.trim() && signedOn && scan.fileId) record.mutate({ signerName, signedOn, fileId: scan.fileId })
  }
  const isChanged = signerName !== (paper?.signerName ?? '') || signedOn !== (paper?.signedOn ?? '')
  return (
    <FormDialog
      title={t(paper ? 'formPaper:correct' : 'formPaper:action')}
      submit={t(paper ? 'formPaper:correctAction' : 'formPaper:action')}
      back={t('back')}
      busy={record.isPending}
      dirty={isChanged || scan.uploads.items.length > 0}
      problem={record.error && refusal(record.error)}
      onClose={onClose}
      onSubmit={submit}
    >
      <Text size="sm" c="dimmed">
        {t('formPaper:hint', { name: client.name })}
      </Text>
      <TextInput
        label={t('formPaper:name')}
        data-autofocus
        maxLength={formLimits.signer}
        value={signerName}
        error={isTried && !signerName.trim() && t('own.required')}
        onChange={(event) => setSignerName(event.currentTarget.value)}
      />
      <DateInput
        label={t('formPaper:date')}
        past
        value={signedOn}
        error={isTried && !signedOn && t('own.required')}
        onChange={setSignedOn}
      />
      <ScanField scan={scan} isTried={isTried} />
    </FormDialog>
  )
}

function ScanField({ scan, isTried }: { scan: ReturnType<typeof useScan>; isTried: boolean }) {
  const { t } = useTranslation(['form', 'formPaper'])
  const reason = scan.uploads.items.length === 0 ? 'missing' : 'notChecked'
  return (
    <Input.Wrapper
      label={t('formPaper:scanLabel')}
      description={scan.current ? t('formPaper:current', { name: scan.current.name }) : t('formPaper:oneFile')}
      error={isTried && !scan.fileId && t(`formPaper:${reason}`)}
    >
      <ScanPicker uploads={scan.uploads} />
      <FileList uploads={scan.uploads} />
    </Input.Wrapper>
  )
}

/**
 * Returns the upload of the scan. `fileId` is the checked file, or the scan recorded before if no file was added; null if the file is not checked
 * yet, or if there are several or none.
 */
function useScan(clientId: ClientId, { id, paper }: SentForm) {
  const uploads = useUploads(`paper-signature:${id}`)
  const read = useQuery(orpc.form.sent.queryOptions({ input: { clientId, id }, enabled: paper !== null }))
  const current = read.data?.scan ?? null
  const [added, ...others] = uploads.items
  const fileId = added ? (added.state === 'ready' && others.length === 0 ? added.id : null) : (current?.id ?? null)
  return { uploads, current, fileId }
}

type Recorded = { signerName: string; signedOn: string; fileId: FileId }

function useRecordPaper({ client, item }: Pick<Props, 'client' | 'item'>, onDone: () => void) {
  const { t } = useTranslation(['form', 'formPaper'])
  const changed = useInvalidateForms()
  const [signatureId] = useState(createId)
  return useMutation({
    mutationFn: (recorded: Recorded) =>
      api.form.signOnPaper({
        clientId: client.id,
        id: item.id,
        signatureId,
        replacesId: item.paper?.id ?? null,
        ...recorded,
      }),
    onSuccess: () => {
      toast.success(t(item.paper ? 'formPaper:corrected' : 'formPaper:done'))
      onDone()
    },
    onSettled: () => void changed(),
  })
}
