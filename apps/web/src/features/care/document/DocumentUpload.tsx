import type { FileId } from '@attune/contract/common/ids'
import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { FileList, FilePicker, useUploads } from '../file/file.ts'
import classes from './document.module.css'

type Props = {
  /** The name of the uploads on this device; contains ids only. */
  name: string
  /** Saves the uploaded files, given by their ids. */
  onKeep: (fileIds: FileId[]) => Promise<unknown>
  submit: string
  isPending: boolean
}

/** Lets the person choose files, uploads them, and adds them to the record when the person confirms. */
export function DocumentUpload({ name, onKeep, submit, isPending }: Props) {
  const { t } = useTranslation('file')
  const uploads = useUploads(name)
  const ready = uploads.items.filter(({ state }) => state === 'ready' || state === 'checking')
  const waits = uploads.items.some(({ state }) => ['shrinking', 'waiting', 'sending'].includes(state))
  const keep = async () => {
    await onKeep(ready.map(({ id }) => id))
    uploads.setServerFiles([])
  }
  return (
    <div className={classes.upload} aria-label={t('list')}>
      <FilePicker uploads={uploads} />
      <FileList uploads={uploads} />
      {uploads.items.length > 0 && (
        <Button disabled={ready.length === 0 || waits} loading={isPending} onClick={() => void keep().catch(() => {})}>
          {submit}
        </Button>
      )}
    </div>
  )
}
