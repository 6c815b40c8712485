import type { ClientId } from '@attune/contract/common/ids'
import type { CustodyNote } from '@attune/contract/features/people/guardian/guardian.custody'
import { custodyNoteLimits } from '@attune/contract/features/people/guardian/guardian.rules'
import { Button, Input, Textarea } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, createId } from '../../../../platform/api/api.ts'
import { errorCode } from '../../../../platform/api/errors.ts'
import { useLocale } from '../../../../platform/settings/use-locale.ts'
import { useErrorMessage } from '../../../../ui/base/use-error-message.ts'
import { useDraft, useForm } from '../../../../platform/draft/use-draft.ts'
import { DraftCallout } from '../../../../ui/page/status/DraftCallout.tsx'
import { FormDialog } from '../../../../ui/dialog/FormDialog.tsx'
import { DateInput } from '../../../../ui/input/DateInput.tsx'
import { localDay } from '../../../../ui/page/date-text.ts'
import { FileList, ScanPicker, useUploads } from '../../../care/file/file.ts'
import { useCustodyChange } from './use-custody-notes.ts'

type Props = { clientId: ClientId; /** Null for a new note. */ note: CustodyNote | null; onClose: () => void }
type Values = Pick<CustodyNote, 'notedOn' | 'text'>

/** Adds or edits a custody note with its document. */
export function CustodyNoteDialog({ clientId, note, onClose }: Props) {
  const { t } = useTranslation('custodyNote')
  const draft = useNoteDraft(clientId, note)
  const { id, version, notedOn, text } = draft.value
  const { change } = useForm(draft)
  const [file, setFile] = useState(note?.file ?? null)
  const [isTried, setIsTried] = useState(false)
  const document = useAttachment(id, file)
  const message = useErrorMessage()
  const save = useCustodyChange(
    (fileId: string | null) => api.guardian.saveCustodyNote({ clientId, id, version, notedOn, text, fileId }),
    t('saved'),
  )
  const submit = () => {
    setIsTried(true)
    if (!text.trim() || !notedOn || document.problem) return
    save.mutate(document.fileId, {
      onSuccess: () => {
        draft.forget()
        document.uploads.setServerFiles([])
        onClose()
      },
    })
  }
  const isChanged = draft.dirty || file?.id !== note?.file?.id
  const known = (['CHANGED', 'FILE_REFUSED', 'LIMIT_REACHED'] as const).find((code) => code === errorCode(save.error))
  return (
    <FormDialog
      title={t(note ? 'editTitle' : 'addTitle')}
      submit={t('save')}
      back={t('back')}
      busy={save.isPending}
      dirty={isChanged || document.uploads.items.length > 0}
      problem={save.error && (known ? t(`refusal.${known}`) : message(save.error))}
      onClose={onClose}
      onSubmit={submit}
    >
      <DraftCallout draft={draft} />
      <NoteFields values={draft.value} isTried={isTried} onChange={change} />
      <DocumentField document={document} current={file} isTried={isTried} onRemove={() => setFile(null)} />
    </FormDialog>
  )
}

/** The draft of a new note has its id, under which its document is uploaded, and that of an existing one the version that was edited. */
function useNoteDraft(clientId: ClientId, note: CustodyNote | null) {
  const locale = useLocale()
  return useDraft(`custody-note-${note?.id ?? clientId}`, () => ({
    id: note?.id ?? createId(),
    version: note?.version ?? 0,
    notedOn: note?.notedOn ?? localDay(new Date().toISOString(), locale),
    text: note?.text ?? '',
  }))
}

type NoteProps = { values: Values; isTried: boolean; onChange: (part: Partial<Values>) => void }

/** The day and the text of a custody note. */
function NoteFields({ values, isTried, onChange }: NoteProps) {
  const { t } = useTranslation('custodyNote')
  return (
    <>
      <DateInput
        label={t('day')}
        value={values.notedOn}
        error={isTried && !values.notedOn && t('dayMissing')}
        onChange={(notedOn) => onChange({ notedOn })}
      />
      <Textarea
        label={t('text')}
        placeholder={t('example')}
        data-autofocus
        autosize
        minRows={3}
        maxRows={10}
        maxLength={custodyNoteLimits.text}
        value={values.text}
        error={isTried && !values.text.trim() && t('textMissing')}
        onChange={(event) => onChange({ text: event.currentTarget.value })}
      />
    </>
  )
}

type FieldProps = {
  document: ReturnType<typeof useAttachment>
  current: CustodyNote['file']
  isTried: boolean
  onRemove: () => void
}

function DocumentField({ document: { uploads, problem }, current, isTried, onRemove }: FieldProps) {
  const { t } = useTranslation('custodyNote')
  return (
    <Input.Wrapper
      label={t('document')}
      description={current ? t('current', { name: current.name }) : t('oneFile')}
      error={isTried && problem && t(problem)}
    >
      <ScanPicker uploads={uploads} />
      <FileList uploads={uploads} />
      {current && (
        <Button variant="subtle" size="compact-sm" onClick={onRemove}>
          {t('removeDocument')}
        </Button>
      )}
    </Input.Wrapper>
  )
}

/**
 * Returns the upload of a note's document. `fileId` is the file that was added, or the current one. `problem` is the reason why the added file cannot
 * be attached, or null.
 */
function useAttachment(id: string, current: CustodyNote['file']) {
  const uploads = useUploads(`custody-note:${id}`)
  const [added, ...others] = uploads.items
  const isUploaded = added === undefined || added.state === 'ready' || added.state === 'checking'
  const problem = others.length > 0 ? ('oneFile' as const) : isUploaded ? null : ('notUploaded' as const)
  return { uploads, fileId: added?.id ?? current?.id ?? null, problem }
}
