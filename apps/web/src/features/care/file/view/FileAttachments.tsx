import type { File as StoredFile } from '@attune/contract/features/care/file/file'
import { UnstyledButton } from '@mantine/core'
import { Suspense, type Ref } from 'react'
import { useTranslation } from 'react-i18next'
import { currentLanguage } from '../../../../platform/settings/language.ts'
import { lazyInBoundary, lazyNamed } from '../../../../platform/lazy-named.ts'
import classes from './attachment.module.css'
import type { AudioHandle } from '../play/AudioPlayer.tsx'
import { FileIcon } from './FileListRow.tsx'
import { fileProblemText } from '../file-problem-text.ts'
import { formatFileSize } from '../format-file.ts'
import { useFileName } from '../use-file-name.ts'
import { formatSeconds } from '../../../../ui/page/date-text.ts'

const FileViewDialog = lazyNamed(() => import('./FileViewDialog.tsx'), 'FileViewDialog')
const AttachedAudio = lazyInBoundary(() => import('./AttachedMedia.tsx'), 'AttachedAudio')
const AttachedPreview = lazyInBoundary(() => import('./AttachedMedia.tsx'), 'AttachedPreview')

type Props = {
  files: readonly StoredFile[]
  viewed: StoredFile | null
  onView: (file: StoredFile | null) => void
  /** Controls the player of the first sound. */
  player?: Ref<AudioHandle>
}

/**
 * Shows the files of a message: sounds with a player, images and videos with a preview, other files with their name. A preview or name opens the
 * viewer. No control is in the tab order, because the keys and the menu of the message do the same.
 */
export function FileAttachments({ files, viewed, onView, player }: Props) {
  const { t } = useTranslation('file')
  const firstSound = files.find(({ kind, state }) => kind === 'audio' && state === 'ready')
  return (
    <>
      <ul className={classes.list} aria-label={t('list')}>
        {files.map((file) => (
          <li key={file.id}>
            <Suspense fallback={<span className={classes.loading} data-kind={file.kind} />}>
              <Attachment file={file} onView={() => onView(file)} player={file === firstSound ? player : undefined} />
            </Suspense>
          </li>
        ))}
      </ul>
      {viewed && <FileViewDialog file={viewed} voice="message" onClose={() => onView(null)} />}
    </>
  )
}

type AttachmentProps = { file: StoredFile; onView: () => void; player: Ref<AudioHandle> | undefined }

function Attachment({ file, onView, player }: AttachmentProps) {
  const { kind, state } = file
  if (state === 'ready' && kind === 'audio') return <AttachedAudio file={file} handle={player} />
  if (state === 'ready' && (kind === 'image' || kind === 'video'))
    return <AttachedPreview file={file} onView={onView} />
  return <NamedFile file={file} onView={onView} />
}

/** A file without a preview, or one that cannot be opened yet. A refused file shows the reason. */
function NamedFile({ file, onView }: { file: StoredFile; onView: () => void }) {
  const { t } = useTranslation('file')
  const name = useFileName('message')(file)
  const { state, refusal, kind, seconds, size } = file
  const details = () => {
    if (state === 'uploading' || state === 'checking') return t('state.checking')
    if (state !== 'ready') return refusal ? fileProblemText(refusal, kind, t) : t('state.refused')
    return seconds === null ? formatFileSize(size, currentLanguage()) : formatSeconds(seconds)
  }
  return (
    <UnstyledButton tabIndex={-1} className={classes.attachment} disabled={state !== 'ready'} onClick={onView}>
      <FileIcon item={{ file, kind }} />
      <span className={classes.texts}>
        <span className={classes.name}>{name}</span>
        <span className={classes.details} data-refused={refusal !== null || undefined}>
          {details()}
        </span>
      </span>
    </UnstyledButton>
  )
}
