import { useTranslation } from 'react-i18next'
import { useStore } from '../../../../platform/create-store.ts'
import { currentLanguage } from '../../../../platform/settings/language.ts'
import attachment from './attachment.module.css'
import classes from '../file.module.css'
import { FileIcon } from './FileListRow.tsx'
import { formatFileSize } from '../format-file.ts'
import type { QueuedFile } from '../upload/upload-file.ts'
import { uploadProgress } from '../upload/progress.ts'
import { useFileName } from '../use-file-name.ts'
import { formatSeconds } from '../../../../ui/page/date-text.ts'

/** The files of a message in the queue, each with its upload progress. */
export function QueuedFileList({ files }: { files: readonly QueuedFile[] }) {
  const { t } = useTranslation('file')
  return (
    <ul className={classes.list} aria-label={t('list')}>
      {files.map((file) => (
        <QueuedFileRow key={file.id} file={file} />
      ))}
    </ul>
  )
}

function QueuedFileRow({ file }: { file: QueuedFile }) {
  const { t } = useTranslation('file')
  const name = useFileName('message')({ ...file, createdAt: null })
  const sent = useStore(uploadProgress).get(file.id)
  const { kind, size, seconds, isUploaded } = file
  const sizeText = (bytes: number) => formatFileSize(bytes, currentLanguage())
  const whole = seconds === null ? sizeText(size) : formatSeconds(seconds)
  const isSending = !isUploaded && sent !== undefined
  return (
    <li className={attachment.attachment}>
      <FileIcon item={{ file: null, kind }} />
      <span className={classes.texts}>
        <span className={classes.name}>{name}</span>
        <span className={classes.state}>
          {isSending ? t('state.sending', { sent: sizeText(sent), size: sizeText(size) }) : whole}
        </span>
        {isSending && (
          <progress className={classes.bar} max={100} value={Math.round((sent / size) * 100)} aria-label={name} />
        )}
      </span>
    </li>
  )
}
