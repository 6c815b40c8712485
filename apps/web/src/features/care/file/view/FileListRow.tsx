import { ActionIcon, UnstyledButton } from '@mantine/core'
import {
  IconFileTypePdf,
  IconMicrophone,
  IconMovie,
  IconPhoto,
  IconPlayerPause,
  IconPlayerPlay,
  IconRefresh,
  IconX,
} from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { currentLanguage } from '../../../../platform/settings/language.ts'
import type { IconType } from '../../../../ui/page/status/StatusBadge.tsx'
import classes from '../file.module.css'
import { FilePicture } from './FilePicture.tsx'
import { fileProblemText } from '../file-problem-text.ts'
import { formatFileSize } from '../format-file.ts'
import type { UploadItem } from '../upload/items.ts'
import type { Uploads } from '../upload/uploads.ts'
import { useFileName } from '../use-file-name.ts'
import { formatSeconds } from '../../../../ui/page/date-text.ts'

const icons: Record<UploadItem['kind'], IconType> = {
  image: IconPhoto,
  pdf: IconFileTypePdf,
  audio: IconMicrophone,
  video: IconMovie,
}

/** Shows a file in a list with its state, upload progress and actions. */
export function FileListRow({ item, uploads, onView }: { item: UploadItem; uploads?: Uploads; onView: () => void }) {
  const { id, state } = item
  const name = useFileName()({ ...item, createdAt: item.file?.createdAt ?? null })
  const stateText = useStateText(item)
  return (
    <li className={classes.row} data-state={state}>
      <FileIcon item={item} />
      <div className={classes.texts}>
        {state === 'ready' ? (
          <UnstyledButton className={classes.name} onClick={onView}>
            {name}
          </UnstyledButton>
        ) : (
          <span className={classes.name}>{name}</span>
        )}
        {/* Screen readers announce each state except the progress, which changes constantly. */}
        <span className={classes.state} role={state === 'sending' ? undefined : 'status'}>
          {stateText}
        </span>
        {(state === 'sending' || state === 'paused') && <UploadProgress item={item} name={name} />}
      </div>
      {uploads && <FileActions item={item} name={name} uploads={uploads} key={id} />}
    </li>
  )
}

/** The thumbnail of a file that is ready, or an icon for its kind. */
export function FileIcon({ item: { file, kind } }: { item: Pick<UploadItem, 'file' | 'kind'> }) {
  const Icon = icons[kind]
  if (file?.state === 'ready' && file.hasThumbnail) {
    return (
      <span className={classes.face}>
        <FilePicture id={file.id} alt="" variant="thumbnail" />
      </span>
    )
  }
  return (
    <span className={classes.face}>
      <Icon size={22} stroke={1.6} aria-hidden />
    </span>
  )
}

function useStateText({ state, size, sent, seconds, problem, kind }: UploadItem): string {
  const { t } = useTranslation('file')
  const sizeText = (bytes: number) => formatFileSize(bytes, currentLanguage())
  if ((state === 'refused' || state === 'failed') && problem) return fileProblemText(problem, kind, t)
  if (state === 'sending') return t('state.sending', { sent: sizeText(sent), size: sizeText(size) })
  if (state === 'ready') return seconds === null ? sizeText(size) : `${formatSeconds(seconds)} · ${sizeText(size)}`
  return t(`state.${state}`)
}

function UploadProgress({ item: { sent, size }, name }: { item: UploadItem; name: string }) {
  const share = Math.round((sent / Math.max(size, 1)) * 100)
  return <progress className={classes.bar} max={100} value={share} aria-label={name} />
}

type ActionsProps = { item: UploadItem; name: string; uploads: Uploads }

function FileActions({ item: { id, state }, name, uploads }: ActionsProps) {
  const { t } = useTranslation('file')
  const act = (label: string, Icon: IconType, onClick: () => void) => (
    <ActionIcon variant="subtle" color="gray" size={36} aria-label={label} onClick={onClick}>
      <Icon size={18} stroke={1.6} aria-hidden />
    </ActionIcon>
  )
  return (
    <span className={classes.acts}>
      {(state === 'sending' || state === 'waiting') &&
        act(t('act.pause', { name }), IconPlayerPause, () => uploads.pause(id))}
      {state === 'paused' && act(t('act.resume', { name }), IconPlayerPlay, () => uploads.resume(id))}
      {state === 'failed' && act(t('act.again', { name }), IconRefresh, () => uploads.resume(id))}
      {act(t(state === 'sending' || state === 'shrinking' ? 'act.cancel' : 'act.remove', { name }), IconX, () =>
        uploads.remove(id),
      )}
    </span>
  )
}
