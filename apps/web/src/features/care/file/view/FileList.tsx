import type { File as StoredFile } from '@attune/contract/features/care/file/file'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyNamed } from '../../../../platform/lazy-named.ts'
import classes from '../file.module.css'
import { FileListRow } from './FileListRow.tsx'
import type { UploadItem } from '../upload/items.ts'
import type { Uploads } from '../upload/uploads.ts'

const FileViewDialog = lazyNamed(() => import('./FileViewDialog.tsx'), 'FileViewDialog')

type Props = {
  uploads?: Uploads
  files?: readonly StoredFile[]
  /** The ids of pictures that the text shows. The list shows these pictures only until they are ready. */
  inText?: readonly string[]
}

/** Lists the files of a resource, such as a journal entry. The person can change `uploads`; `files` are read-only. */
export function FileList({ uploads, files = [], inText = [] }: Props) {
  const { t } = useTranslation('file')
  const [viewed, setViewed] = useState<StoredFile | null>(null)
  const all = uploads ? uploads.items : files.map(readItem)
  const items = all.filter(({ id, state }) => state !== 'ready' || !inText.includes(id))
  if (!items.length) return null
  return (
    <>
      <ul className={classes.list} aria-label={t('list')}>
        {items.map((item) => (
          <FileListRow
            key={item.id}
            item={item}
            {...(uploads && { uploads })}
            onView={() => item.file?.state === 'ready' && setViewed(item.file)}
          />
        ))}
      </ul>
      {viewed && <FileViewDialog file={viewed} onClose={() => setViewed(null)} />}
    </>
  )
}

const readItem = (file: StoredFile): UploadItem => ({
  id: file.id,
  name: file.name,
  kind: file.kind,
  size: file.size,
  seconds: file.seconds,
  sent: file.size,
  state: file.state === 'ready' ? 'ready' : file.refusal ? 'refused' : 'checking',
  problem: file.refusal,
  begun: true,
  file,
})
